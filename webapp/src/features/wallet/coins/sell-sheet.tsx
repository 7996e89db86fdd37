import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { evaluate, useEngineForm, usePreparedForm } from '@/engine/later';
import type { Elements } from '@/lib/elements';
import { Facts } from '@/payment/breakdown';
import { changeOf } from '@/payment/change';
import { timeOf } from '@/payment/days';
import { money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import type { Currency, Transaction } from '@/payment/types';
import { useTypedAmount } from '@/payment/use-typed-amount';
import { WorkedOut } from '@/payment/worked-out';
import { Button } from '@/ui/button';
import { Checkbox } from '@/ui/field';
import { Form } from '@/ui/form';
import { FormError } from '@/ui/form-error';
import { Loaded } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';
import { groupedAmount, plainAmount } from '@/ui/typed';
import { CoinAmountField } from './coin-amount-field';
import { CoinSheet, useCoinStages } from './coin-sheet';
import { useSaleQuote } from './mutations';
import { NoCoins } from './no-coins';
import { type CoinTerms, type ListedCoin, type SaleQuote, termsQuery } from './queries';
import { useSecondsLeft } from './use-seconds-left';

const CURRENCY = 'NGN';

interface Props {
  open: boolean;
  coin: ListedCoin;
  balance: string;
  /** Shown in place of the stages: steps required before coins can leave. */
  before?: Elements;
  onClose: () => void;
  /** Called if there is nothing to sell, to receive coins first. */
  onReceive: () => void;
  onPaid: (transaction: Transaction) => void;
}

/** Selling coins: amount, review with a price that holds for half a minute, PIN. */
export function SellSheet({ open, coin, balance, before, onClose, onReceive, onPaid }: Props) {
  const stages = useCoinStages<SaleQuote>();
  const [sending, setSending] = useState(false);
  const requote = useSaleQuote();
  const symbol = coin.symbol as Currency;
  const terms = useQuery({ ...termsQuery(symbol, null, ''), enabled: open });
  const judged = usePreparedForm('coin_sell', {
    coin: symbol,
    balance,
    price: null,
    spread: null,
    currency: CURRENCY,
  });
  // Not even the whole balance can be sold.
  const isNothing = stages.stage === 'form' && judged.fieldError('amount', balance) !== null;
  const again = async (amount: string) =>
    stages.quoted(await requote.mutateAsync({ symbol, amount, confirm: true }));
  return (
    <CoinSheet
      open={open}
      onClose={onClose}
      coin={coin}
      title={`Sell ${coin.name}`}
      stages={stages}
      before={isNothing ? <NoCoins coin={coin} balance={balance} to="sell" onReceive={onReceive} /> : before}
      held={sending}
      form={
        <Loaded query={terms} waiting={<ListSkeleton rows={3} />} polled>
          {(loaded) => (
            <Fields
              coin={symbol}
              balance={balance}
              terms={loaded}
              amount={stages.quote?.amount ?? ''}
              onQuoted={stages.quoted}
            />
          )}
        </Loaded>
      }
      review={(quote) => (
        <Review
          quote={quote}
          busy={requote.isPending}
          error={requote.error?.message}
          onAgain={() =>
            requote.mutate({ symbol, amount: quote.amount, confirm: true }, { onSuccess: stages.requoted })
          }
          onAccepted={() => stages.go('authorize')}
        />
      )}
      pin={(quote) => (
        <PinStage
          kind="sell"
          order={{
            body: { symbol, amount: quote.amount, confirm: true, quote_id: quote.id },
            currency: quote.currency,
            amount: quote.amount,
            payee: quote.payee,
          }}
          total={quote.total}
          onSending={setSending}
          onPaid={onPaid}
          requote={() => again(quote.amount)}
        />
      )}
    />
  );
}

interface FieldsProps {
  coin: Currency;
  balance: string;
  terms: CoinTerms;
  amount: string;
  onQuoted: (quote: SaleQuote) => void;
}

function Fields({ coin, balance, terms, amount, onQuoted }: FieldsProps) {
  const { price, price_at, spread, sale_message } = terms;
  const form = useEngineForm('coin_sell', {
    defaultValues: { amount: groupedAmount(amount, coin), confirm: false },
    context: { coin, balance, price, spread, currency: 'NGN' },
  });
  const ask = useSaleQuote();
  const typed = useTypedAmount(form, coin);
  // The estimate at the current price; the review has the binding one.
  const brings =
    price !== null && spread !== null && typed.amount !== ''
      ? evaluate('coin.quote', { side: 'sell', coin, amount: typed.amount, price, spread, currency: 'NGN' })
      : undefined;
  if (sale_message !== null) return <p role="alert">{sale_message}</p>;
  return (
    <Form
      action="Review"
      busy={ask.isPending}
      error={form.formError}
      onSubmit={form.handleSubmit((values) =>
        ask.mutate(
          { symbol: coin, amount: plainAmount(String(values.amount), coin), confirm: values.confirm },
          { onSuccess: onQuoted, onError: form.showProblem },
        ),
      )}
    >
      <CoinAmountField
        coin={coin}
        balance={balance}
        onMax={() => form.setValue('amount', groupedAmount(balance, coin), { shouldValidate: true })}
        {...form.register('amount')}
        hint={typed.hint}
        error={typed.error}
        offer={typed.offer}
      />
      {price !== null && (
        <Facts
          rows={[
            [
              `1 ${coin}`,
              money(
                evaluate('coin.quote', {
                  side: 'sell',
                  coin,
                  amount: '1',
                  price,
                  spread: '0',
                  currency: 'NGN',
                }).total ?? '0',
                'NGN',
              ),
            ],
            ['Price as of', price_at === null ? '–' : timeOf(price_at)],
            ['You get about', brings?.valid ? money(brings.total ?? '0', 'NGN') : '–'],
          ]}
        />
      )}
      <Checkbox error={form.errorOf('confirm')} {...form.register('confirm')}>
        I want to sell these coins for naira.
      </Checkbox>
    </Form>
  );
}

interface ReviewProps {
  quote: SaleQuote;
  /** A new price is being requested. */
  busy: boolean;
  /** The reason why there is no new price. */
  error: string | undefined;
  onAgain: () => void;
  onAccepted: () => void;
}

/**
 * The server decides whether the price still holds: the user can always continue, and is shown a new price if it does
 * not.
 */
function Review({ quote, busy, error, onAgain, onAccepted }: ReviewProps) {
  const left = useSecondsLeft({ seconds: quote.expires_in_seconds, from: quote.received_at });
  return (
    <>
      <Facts
        rows={[
          ['You sell', money(quote.amount, quote.currency)],
          ...quote.proceeds_lines.map((line): [string, string] => [
            line.label,
            signed(line.amount, quote.paid_in),
          ]),
          [
            'You get',
            <strong key="total" className="text-lg">
              {money(quote.proceeds, quote.paid_in)}
            </strong>,
          ],
        ]}
      />
      <WorkedOut of={{ quote: quote.id }} />
      <p role="timer" className="text-center text-sm text-muted">
        {left > 0 ? `This price holds for ${left} seconds.` : 'This price no longer holds.'}
      </p>
      <FormError>{error}</FormError>
      {left === 0 && (
        <Button wide look="quiet" busy={busy} onClick={onAgain}>
          Get a new price
        </Button>
      )}
      <Button wide disabled={busy} onClick={onAccepted}>
        {`Sell ${money(quote.amount, quote.currency)}`}
      </Button>
    </>
  );
}

/** An amount that may be negative, as a deduction. */
function signed(amount: string, currency: Currency): string {
  const { direction, size } = changeOf(amount);
  return `${direction === 'down' ? '−' : ''}${money(size, currency)}`;
}
