import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { useDebounced } from '@/lib/use-debounced';
import { Breakdown, Facts } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import type { Currency, Transaction } from '@/payment/types';
import { Button } from '@/ui/button';
import { Checkbox, SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { useSendingQuote } from './mutations';
import { networkLabel } from './networks';
import { type CoinTerms, type ListedCoin, type Network, type SendingQuote, termsQuery } from './queries';

interface Props {
  open: boolean;
  coin: ListedCoin;
  balance: string;
  onClose: () => void;
  onPaid: (transaction: Transaction) => void;
}

/** What is entered before the review. */
interface Draft {
  network: Network | '';
  address: string;
  amount: string;
}

type Stage = 'form' | 'receipt' | 'authorize';

const ASKS_AFTER_MS = 400;

/** Sending coins: address and amount, review with the network's fee and warnings, PIN. */
export function SendSheet({ open, coin, balance, onClose, onPaid }: Props) {
  const symbol = coin.symbol as Currency;
  const [stage, setStage] = useState<Stage>('form');
  const [draft, setDraft] = useState<Draft>({ network: coin.networks[0] ?? '', address: '', amount: '' });
  const [quote, setQuote] = useState<SendingQuote>();
  const [sending, setSending] = useState(false);
  const [asked, setAsked] = useState<{ network: Network | null; address: string }>({
    network: coin.networks[0] ?? null,
    address: '',
  });
  const terms = useQuery({ ...termsQuery(symbol, asked.network, asked.address), enabled: open });
  const requote = useSendingQuote();
  const quoted = (entered: Draft, answer: SendingQuote) => {
    forgetPayment();
    setDraft(entered);
    setQuote(answer);
    setStage('receipt');
  };
  const titles = { form: `Send ${coin.name}`, receipt: 'Review', authorize: 'Authorize' };
  const back = { form: undefined, receipt: () => setStage('form'), authorize: () => setStage('receipt') };
  return (
    <Sheet open={open} onClose={onClose} title={titles[stage]} onBack={back[stage]} held={sending}>
      {stage === 'form' && (
        <Loaded query={terms} waiting={<ListSkeleton rows={4} />} polled>
          {(loaded) => (
            <Fields
              coin={coin}
              balance={balance}
              draft={draft}
              terms={loaded}
              onAsked={setAsked}
              onQuoted={quoted}
            />
          )}
        </Loaded>
      )}
      {stage === 'receipt' && quote && (
        <>
          <Warnings texts={quote.warnings} />
          <Facts
            rows={[
              ['Network', networkLabel(quote.network)],
              [
                'Address',
                <bdi key="address" dir="ltr" className="break-all">
                  {quote.address}
                </bdi>,
              ],
            ]}
          />
          <hr className="border-line" />
          <Breakdown lines={quote.lines} total={quote.total} currency={quote.currency} />
          <Button wide onClick={() => setStage('authorize')}>
            Continue
          </Button>
        </>
      )}
      {stage === 'authorize' && quote && (
        <PinStage
          kind="send"
          order={{
            body: { ...draft, symbol, confirm: true, quote_id: quote.id },
            currency: quote.currency,
            amount: quote.amount,
            payee: quote.payee,
          }}
          total={quote.total}
          onSending={setSending}
          onPaid={onPaid}
          onRefused={async ({ code }) => {
            if (code !== 'quote_changed') return;
            toast.info('The price has changed. Please look at it again.');
            quoted(draft, await requote.mutateAsync({ ...draft, symbol, confirm: true }));
          }}
        />
      )}
    </Sheet>
  );
}

interface FieldsProps {
  coin: ListedCoin;
  balance: string;
  draft: Draft;
  terms: CoinTerms;
  onAsked: (asked: { network: Network | null; address: string }) => void;
  onQuoted: (draft: Draft, quote: SendingQuote) => void;
}

function Fields({ coin, balance, draft, terms, onAsked, onQuoted }: FieldsProps) {
  const symbol = coin.symbol as Currency;
  const { network_fee, send_message, cap } = terms;
  const capped = cap?.amount ?? null;
  const form = useEngineForm('coin_send', {
    defaultValues: { ...draft, confirm: false },
    context: { coin: symbol, balance, network_fee: network_fee ?? '0', cap: capped },
  });
  const ask = useSendingQuote();
  const [network, address] = form.watch(['network', 'address']);
  // Fee and cap are those of the network and the address that are entered.
  const settled = useDebounced(JSON.stringify({ network: network || null, address }), ASKS_AFTER_MS);
  useEffect(() => onAsked(JSON.parse(settled)), [settled, onAsked]);
  const most =
    network_fee === null
      ? null
      : evaluate('coin.sendable', { coin: symbol, balance, network_fee, cap: capped }).amount;
  const checked =
    address === ''
      ? undefined
      : evaluate('coin.address', { coin: symbol, network: (network || null) as Network | null, address });
  return (
    <Form
      action="Review"
      busy={ask.isPending}
      error={form.formError}
      onSubmit={form.handleSubmit((values) => {
        const entered: Draft = {
          network: values.network as Network | '',
          address: values.address,
          amount: String(values.amount),
        };
        ask.mutate(
          { ...entered, symbol, confirm: values.confirm },
          { onSuccess: (quote) => onQuoted(entered, quote), onError: form.showProblem },
        );
      })}
    >
      {send_message !== null && (
        <p role="alert" className="rounded-control bg-sunken p-4 text-sm">
          {send_message}
        </p>
      )}
      {coin.networks.length > 1 && (
        <SelectField
          label="Network"
          options={coin.networks.map((value) => ({ value, label: networkLabel(value) }))}
          error={form.errorOf('network')}
          {...form.register('network')}
        />
      )}
      <TextField
        label="Address"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        className="figures"
        dir="ltr"
        hint={checked?.warning ?? undefined}
        error={form.errorOf('address')}
        {...form.register('address')}
      />
      <TextField
        label={`Amount (${symbol})`}
        inputMode="decimal"
        autoComplete="off"
        className="figures pe-20 text-xl font-semibold"
        end={
          most && (
            <button
              type="button"
              className="min-h-11 px-3 font-semibold text-accent-text"
              onClick={() => form.setValue('amount', most, { shouldValidate: true })}
            >
              Max
            </button>
          )
        }
        hint={
          <>
            Available: <Balance amount={balance} currency={symbol} />
            {network_fee !== null && ` · Network fee: ${network_fee} ${symbol}`}
          </>
        }
        error={form.errorOf('amount')}
        {...form.register('amount')}
      />
      {cap && <p className="rounded-control bg-sunken p-4 text-sm">{cap.message}</p>}
      <Checkbox error={form.errorOf('confirm')} {...form.register('confirm')}>
        I compared the address and the network. Coins can't be called back.
      </Checkbox>
    </Form>
  );
}

function Warnings({ texts }: { texts: string[] }) {
  return texts.map((text) => (
    <p key={text} className="flex gap-3 rounded-control border border-warning p-4 text-sm">
      <TriangleAlert aria-hidden className="size-5 shrink-0 text-warning" />
      {text}
    </p>
  ));
}
