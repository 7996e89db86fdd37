import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import type { Elements } from '@/lib/elements';
import { Caution } from '@/payment/caution';
import { Balance, money } from '@/payment/money';
import { PartyLine } from '@/payment/party-line';
import { ratesQuery } from '@/payment/queries';
import type { Quote } from '@/payment/types';
import { useTypedAmount } from '@/payment/use-typed-amount';
import { ConfirmRow, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { Loaded, together } from '@/ui/loaded';
import { FigureKeypad, MoneyFigure } from '@/ui/money-figure';
import { ListSkeleton } from '@/ui/states';
import { grouped, groupedAmount, symbolOf } from '@/ui/typed';
import { type Draft, partyOf, type Stage } from './flow';
import { useQuote } from './mutations';
import { allowanceQuery } from './queries';
import type { Cap, Rates, Wallet } from './types';

interface Props {
  stage: Extract<Stage, { name: 'form' }>;
  wallet: Wallet;
  /** `agreed`: the user has paid this payee before and has seen this price. */
  onQuoted: (draft: Draft, quote: Quote, agreed: boolean) => void;
}

/** Amount and description. The price, or the reason for its absence, is shown while typing. */
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
  const context = isBank
    ? { currency, ledger_balance, rates, destination, cap, tariffs: null, today: null }
    : { currency, ledger_balance, rates, own_wallet_number: wallet.identity, cap };
  const form = useEngineForm(isBank ? 'withdraw' : 'wallet_transfer', {
    defaultValues: { ...draft, confirm: false, ...recipientValues(payee) },
    context,
    // Without the confirmation: it applies to the current values.
    keeps: { as: 'transfer.amount', fields: ['amount', 'description'] },
  });
  const { amount, error, hint } = useTypedAmount(form, currency);
  const description = form.watch('description');
  const quoted = evaluate('transfer.quote', { destination, amount, currency, rates });
  const price = quoted.valid ? quoted : null;
  const maximum = evaluate('transfer.maximum', { destination, currency, ledger_balance, rates, cap }).amount;
  const ask = useQuote(payee, currency);
  const party = partyOf(payee);
  const input = useRef<HTMLInputElement>(null);
  const field = grouped(form.register('amount'), currency);
  return (
    <Form
      sticky
      above={
        // Visible above the keypad, however long the content above is.
        <>
          <ConfirmRow
            title={price ? `${party.name} gets ${money(price.amount, currency)}` : party.name}
            error={form.errorOf('confirm')}
            {...form.register('confirm')}
          >
            I confirm that the recipient and the amount are right.
          </ConfirmRow>
          <FigureKeypad input={input} />
        </>
      }
      onSubmit={form.handleSubmit((values) => {
        const entered = { amount: String(values.amount), description: values.description };
        ask.mutate(entered.amount, {
          onSuccess: (quote) =>
            onQuoted(entered, quote, payee.known === true && quote.total === price?.total),
          onError: form.showProblem,
        });
      })}
      action={payee.known && price ? `Pay ${money(price.total, currency)}` : 'Review'}
      busy={ask.isPending}
      error={form.formError}
    >
      <PartyLine party={party} />
      <MoneyFigure
        {...field}
        label={`Amount (${currency})`}
        input={input}
        sign={symbolOf(currency)}
        error={error}
        price={
          hint ??
          (price && (
            <>
              {price.lines.slice(1).map(({ code, label, amount: charge }) => (
                <span key={code}>{`${label} ${money(charge, currency)} · `}</span>
              ))}
              <span>{`Total ${money(price.total, currency)}`}</span>
            </>
          ))
        }
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <p className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
          <span>
            <span>{'Available: '}</span>
            <Balance amount={ledger_balance} currency={currency} />
          </span>
          {maximum !== null && (
            <button
              type="button"
              className="min-h-11 rounded-full px-3 font-semibold text-accent-text hover:bg-sunken"
              onClick={() =>
                form.setValue('amount', groupedAmount(maximum, currency), {
                  shouldValidate: true,
                  shouldTouch: true,
                })
              }
            >
              Max
            </button>
          )}
        </p>
        <Note open={description !== ''}>
          <TextField
            label="Description (optional)"
            autoComplete="off"
            error={form.errorOf('description')}
            {...form.register('description')}
          />
        </Note>
      </div>
      {capped && <Caution message={capped.message} />}
    </Form>
  );
}

/** The optional description: its field opens on request. */
function Note({ open, children }: { open: boolean; children: Elements }) {
  const [isOpen, setOpen] = useState(open);
  if (isOpen) return <div className="basis-full pb-2">{children}</div>;
  return (
    <button
      type="button"
      className="flex min-h-11 items-center gap-2 self-start text-sm font-semibold text-accent-text"
      onClick={() => setOpen(true)}
    >
      <Pencil aria-hidden className="size-4" />
      <span>Add a note</span>
    </button>
  );
}

/** The recipient was validated in the previous stage, but the form as a whole includes it. */
function recipientValues(payee: Props['stage']['payee']): Record<string, string> {
  if (payee.destination === 'wallet') return { wallet_number: payee.number };
  const { id, bank_code, bank_name, account_number, account_name } = payee.account;
  return id ? { bank_account_id: id } : { bank_code, bank_name, account_number, account_name };
}
