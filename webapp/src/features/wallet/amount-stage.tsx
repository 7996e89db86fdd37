import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { Breakdown, Facts } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import { partyRows } from '@/payment/receipt';
import type { Quote } from '@/payment/types';
import { Checkbox, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded, together } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';
import { categoryOf, type Draft, partyOf, type Stage } from './flow';
import { useQuote } from './mutations';
import { allowanceQuery, ratesQuery } from './queries';
import type { Cap, Rates, Wallet } from './types';

interface Props {
  stage: Extract<Stage, { name: 'form' }>;
  wallet: Wallet;
  onQuoted: (draft: Draft, quote: Quote) => void;
}

/** Amount and description. The price shows while the amount is typed. */
export function AmountStage(props: Props) {
  const rates = useQuery(ratesQuery);
  const allowance = useQuery(allowanceQuery(props.stage.payee, props.wallet.base_currency));
  return (
    <Loaded query={together(rates, allowance)} waiting={<ListSkeleton rows={3} />}>
      {([table, { cap }]) => <AmountForm {...props} rates={table} cap={cap} />}
    </Loaded>
  );
}

function AmountForm({
  stage,
  wallet,
  rates,
  cap: capped,
  onQuoted,
}: Props & { rates: Rates; cap: Cap | null }) {
  const { payee, draft } = stage;
  const { destination } = payee;
  const currency = wallet.base_currency;
  const ledger_balance = wallet.ledger_balance;
  const isBank = destination === 'bank';
  const cap = capped?.amount ?? null;
  const form = useEngineForm(isBank ? 'withdraw' : 'wallet_transfer', {
    defaultValues: { ...draft, confirm: false, ...recipientValues(payee) },
    context: isBank
      ? { currency, ledger_balance, rates, destination, cap, tariffs: null, today: null }
      : { currency, ledger_balance, rates, own_wallet_number: wallet.identity, cap },
    // Without the confirmation: it applies to the current values.
    keeps: { as: 'transfer.amount', fields: ['amount', 'description'] },
  });
  const amount = form.watch('amount');
  // Quote the raw input: an amount the form refuses must not show a price.
  const quoted = evaluate('transfer.quote', { destination, amount, currency, rates });
  const maximum = evaluate('transfer.maximum', {
    destination,
    currency,
    ledger_balance,
    rates,
    cap,
  }).amount;
  const ask = useQuote(payee, currency);
  const field = form.register('amount');
  return (
    <Form
      onSubmit={form.handleSubmit((values) => {
        const draft = { amount: String(values.amount), description: values.description };
        ask.mutate(draft.amount, { onSuccess: (quote) => onQuoted(draft, quote), onError: form.showProblem });
      })}
      action="Review"
      busy={ask.isPending}
      error={form.formError}
    >
      <Facts rows={partyRows(partyOf(payee), categoryOf(payee))} />
      <TextField
        label={`Amount (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        className="figures text-xl font-semibold"
        hint={
          <>
            Available: <Balance amount={ledger_balance} currency={currency} />
          </>
        }
        error={form.errorOf('amount')}
        end={
          maximum !== null && (
            <button
              type="button"
              className="min-h-11 px-3 text-sm font-semibold text-accent-text"
              onClick={() => form.setValue('amount', maximum, { shouldValidate: true, shouldTouch: true })}
            >
              Max
            </button>
          )
        }
        {...field}
      />
      {capped && (
        <p className="flex gap-3 rounded-control bg-sunken p-4 text-sm">
          <ShieldCheck aria-hidden className="size-5 shrink-0 text-accent-text" />
          {capped.message}
        </p>
      )}
      {quoted.valid && (
        <div aria-live="polite" className="rounded-control bg-sunken p-4">
          <Breakdown lines={quoted.lines} total={quoted.total} currency={currency} />
        </div>
      )}
      <TextField
        label="Description (optional)"
        autoComplete="off"
        error={form.errorOf('description')}
        {...form.register('description')}
      />
      <Checkbox error={form.errorOf('confirm')} {...form.register('confirm')}>
        I confirm that the recipient and the amount are right.
      </Checkbox>
    </Form>
  );
}

/** The recipient was validated in the stage before; the whole form is validated all the same. */
function recipientValues(payee: Props['stage']['payee']): Record<string, string> {
  if (payee.destination === 'wallet') return { wallet_number: payee.number };
  const { id, bank_code, bank_name, account_number, account_name } = payee.account;
  return id ? { bank_account_id: id } : { bank_code, bank_name, account_number, account_name };
}
