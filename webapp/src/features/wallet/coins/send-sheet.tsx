import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { evaluate, useEngineForm } from '@/engine/later';
import type { Elements } from '@/lib/elements';
import { useDebounced } from '@/lib/use-debounced';
import { wellFormed } from '@/lib/well-formed';
import { Breakdown, Facts } from '@/payment/breakdown';
import { Caution } from '@/payment/caution';
import { money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import type { Currency, Transaction } from '@/payment/types';
import { useTypedAmount } from '@/payment/use-typed-amount';
import { Button } from '@/ui/button';
import { Checkbox, SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded } from '@/ui/loaded';
import { Warning } from '@/ui/notice';
import { ListSkeleton } from '@/ui/states';
import { groupedAmount, plainAmount } from '@/ui/typed';
import { Scanner } from '../scanner';
import { CoinAmountField } from './coin-amount-field';
import { CoinSheet, useCoinStages } from './coin-sheet';
import { useSendingQuote } from './mutations';
import { networkLabel } from './networks';
import { NoCoins } from './no-coins';
import { type CoinTerms, type ListedCoin, type Network, type SendingQuote, termsQuery } from './queries';

interface Props {
  open: boolean;
  coin: ListedCoin;
  balance: string;
  /** Shown in place of the stages: steps required before coins can leave. */
  before?: Elements;
  onClose: () => void;
  /** Called if there is nothing to send, to receive coins first. */
  onReceive: () => void;
  onPaid: (transaction: Transaction) => void;
}

/** The values entered before the review. */
interface Draft {
  network: Network | '';
  address: string;
  amount: string;
}

const ASKS_AFTER_MS = 400;

/** Sending coins: address and amount, review with the network's fee and warnings, PIN. */
export function SendSheet({ open, coin, balance, before, onClose, onReceive, onPaid }: Props) {
  const symbol = coin.symbol as Currency;
  const stages = useCoinStages<SendingQuote>();
  const [draft, setDraft] = useState<Draft>({ network: coin.networks[0] ?? '', address: '', amount: '' });
  const [sending, setSending] = useState(false);
  const [asked, setAsked] = useState<Asked>({ network: coin.networks[0] ?? null, address: '' });
  const terms = useQuery({ ...termsQuery(symbol, asked.network, asked.address), enabled: open });
  const requote = useSendingQuote();
  // Nothing could be sent even if the network charged no fee.
  const most = evaluate('coin.sendable', { coin: symbol, balance, network_fee: '0', cap: null });
  const isNothing = stages.stage === 'form' && most.amount === null;
  return (
    <CoinSheet
      open={open}
      onClose={onClose}
      coin={coin}
      title={`Send ${coin.name}`}
      stages={stages}
      before={isNothing ? <NoCoins coin={coin} balance={balance} to="send" onReceive={onReceive} /> : before}
      held={sending}
      form={
        <Loaded query={terms} waiting={<ListSkeleton rows={4} />} polled>
          {(loaded) => (
            <Fields
              coin={coin}
              balance={balance}
              draft={draft}
              terms={loaded}
              termsOf={terms.isPlaceholderData ? undefined : asked}
              onAsked={setAsked}
              onQuoted={(entered, quote) => {
                setDraft(entered);
                stages.quoted(quote);
              }}
            />
          )}
        </Loaded>
      }
      review={(quote) => <Review quote={quote} onAccepted={() => stages.go('authorize')} />}
      pin={(quote) => (
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
          requote={async () => stages.quoted(await requote.mutateAsync({ ...draft, symbol, confirm: true }))}
        />
      )}
    />
  );
}

/** The inputs of the terms. */
interface Asked {
  network: Network | null;
  address: string;
}

interface FieldsProps {
  coin: ListedCoin;
  balance: string;
  draft: Draft;
  terms: CoinTerms;
  /** The inputs of these terms; undefined while they belong to earlier inputs. */
  termsOf: Asked | undefined;
  onAsked: (asked: Asked) => void;
  onQuoted: (draft: Draft, quote: SendingQuote) => void;
}

function Fields({ coin, balance, draft, terms, termsOf, onAsked, onQuoted }: FieldsProps) {
  const symbol = coin.symbol as Currency;
  const { network_fee, send_message, cap } = terms;
  const capped = cap?.amount ?? null;
  const form = useEngineForm('coin_send', {
    defaultValues: { ...draft, amount: groupedAmount(draft.amount, symbol), confirm: false },
    context: { coin: symbol, balance, network_fee: network_fee ?? '0', cap: capped },
  });
  const ask = useSendingQuote();
  const typed = useTypedAmount(form, symbol);
  const [network, address] = form.watch(['network', 'address']);
  // Fee and cap belong to the entered network and address.
  const entered = JSON.stringify({ network: network || null, address });
  const settled = useDebounced(entered, ASKS_AFTER_MS);
  const isAsking = JSON.stringify(termsOf) !== entered;
  useEffect(() => onAsked(JSON.parse(settled)), [settled, onAsked]);
  const most =
    network_fee === null
      ? null
      : evaluate('coin.sendable', { coin: symbol, balance, network_fee, cap: capped }).amount;
  const checked =
    address === ''
      ? undefined
      : evaluate('coin.address', { coin: symbol, network: (network || null) as Network | null, address });
  const request = checked?.valid && checked.is_request ? checked : undefined;
  /** The amount of a payment request. */
  const [asked, setAsked] = useState<string | null>(null);
  const wanted = request ? request.amount : asked;
  const takeAddress = () => {
    if (!request) return;
    setAsked(request.amount);
    form.setValue('address', request.address, { shouldValidate: true });
  };
  const addressField = form.register('address', { onChange: () => setAsked(null), onBlur: takeAddress });
  return (
    <Form
      aria-busy={isAsking}
      action="Review"
      busy={ask.isPending}
      error={form.formError}
      onSubmit={form.handleSubmit((values) => {
        const entered: Draft = {
          network: values.network as Network | '',
          address: checked?.valid ? checked.address : values.address,
          amount: plainAmount(String(values.amount), symbol),
        };
        ask.mutate(
          { ...entered, symbol, confirm: values.confirm },
          { onSuccess: (quote) => onQuoted(entered, quote), onError: form.showProblem },
        );
      })}
    >
      {send_message !== null && <Warning role="alert">{send_message}</Warning>}
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
        {...addressField}
      />
      <Scanner
        none={null}
        onScanned={(text) => {
          setAsked(null);
          form.setValue('address', wellFormed(text), { shouldValidate: true, shouldTouch: true });
        }}
      />
      {wanted !== null && (
        <div className="flex flex-wrap items-center gap-x-3">
          <p role="status" className="text-sm">
            {`The request asks for ${wanted} ${symbol}.`}
          </p>
          <Button
            look="plain"
            className="text-sm"
            onClick={() => form.setValue('amount', groupedAmount(wanted, symbol), { shouldValidate: true })}
          >
            {`Use ${wanted} ${symbol}`}
          </Button>
        </div>
      )}
      <CoinAmountField
        coin={symbol}
        balance={balance}
        onMax={
          most
            ? () => form.setValue('amount', groupedAmount(most, symbol), { shouldValidate: true })
            : undefined
        }
        {...form.register('amount')}
        hint={typed.hint}
        error={typed.error}
        offer={typed.offer}
      >
        {network_fee !== null && <span>{` · Network fee: ${network_fee} ${symbol}`}</span>}
      </CoinAmountField>
      {cap && <Caution message={cap.message} />}
      <Checkbox error={form.errorOf('confirm')} {...form.register('confirm')}>
        I have checked the address and the network. Sent coins can't be recovered.
      </Checkbox>
    </Form>
  );
}

function Review({ quote, onAccepted }: { quote: SendingQuote; onAccepted: () => void }) {
  return (
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
      <Breakdown lines={quote.lines} total={quote.total} currency={quote.currency} of={{ quote: quote.id }} />
      <Button wide onClick={onAccepted}>
        {`Send ${money(quote.amount, quote.currency)}`}
      </Button>
    </>
  );
}

function Warnings({ texts }: { texts: string[] }) {
  return texts.map((text) => <Warning key={text}>{text}</Warning>);
}
