import { CreditCard, WalletCards } from 'lucide-react';
import { evaluate, useEngineForm } from '@/engine/later';
import type { Elements } from '@/lib/elements';
import type { Currency } from '@/payment/types';
import { WorkedOut } from '@/payment/worked-out';
import { Form } from '@/ui/form';
import { IconDisc } from '@/ui/icon-disc';
import { groupedAmount, plainAmount } from '@/ui/typed';
import type { Cap } from '../../types';
import { AmountField } from '../amount-field';
import type { Filling } from '../take-sheet';

export type Method = 'card' | 'wallet';

/** The values of a payment for an instalment. */
export interface Payment {
  method: Method;
  amount: string;
  /** The part of the amount that is owed; null if that is not known. */
  debit: string | null;
}

const METHODS = {
  card: { icon: CreditCard, label: 'Card' },
  wallet: { icon: WalletCards, label: 'Wallet' },
} as const;

interface MethodsProps {
  words: string;
  /** The methods in their order, with a note each. */
  offered: { method: Method; note?: Elements }[];
  onChosen: (method: Method) => void;
}

/** The methods to pay an instalment. */
export const Methods = ({ words, offered, onChosen }: MethodsProps) => (
  <>
    <p className="text-sm text-muted">{words}</p>
    {offered.map(({ method, note }) => {
      const { icon, label } = METHODS[method];
      return (
        <button
          key={method}
          type="button"
          className="flex min-h-16 w-full items-center gap-3 rounded-card border border-line bg-raised px-4 py-2 text-start hover:bg-accent-soft"
          onClick={() => onChosen(method)}
        >
          <IconDisc icon={icon} />
          <span className="min-w-0">
            <span className="block font-semibold">{label}</span>
            {note && <span className="block text-sm text-muted">{note}</span>}
          </span>
        </button>
      );
    })}
  </>
);

interface AmountProps extends Filling<Payment> {
  kind: 'savings' | 'loan';
  currency: Currency;
  owed: string;
  /** The spendable balance of the naira wallet. */
  balance: string;
  /** The amount to start with. */
  first: string;
  /** The most that may leave now, for another member's instalment. */
  cap?: Cap;
  hint: string | Elements;
  /** The label of the button for this debit. */
  action: (debit: string | null) => string;
  /** Below the amount. */
  children?: (fill: (amount: string) => void, debit: string | null) => Elements;
}

/** The amount of a payment. Anything above the debt is not taken. */
export function AmountForm(props: AmountProps) {
  const { kind, currency, owed, balance, first, cap, hint, action, children, wanted, busy, proceed } = props;
  const { method = 'wallet' } = wanted;
  const form = useEngineForm('payment', {
    defaultValues: { amount: groupedAmount(wanted.amount ?? first, currency), method },
    context: { kind, currency, owed, wallet_balance: balance, cap: cap?.amount ?? null },
  });
  const amount = plainAmount(String(form.watch('amount')), currency);
  const paid = evaluate('instalment.payment', { amount, kind, owed, currency });
  const debit = paid.valid ? paid.debit : null;
  const fill = (next: string) =>
    form.setValue('amount', groupedAmount(next, currency), { shouldValidate: true, shouldTouch: true });
  return (
    <Form
      onSubmit={form.handleSubmit(() => proceed({ method, amount, debit }, form.showProblem))}
      action={action(debit)}
      busy={busy}
      error={form.formError ?? form.errorOf('method')}
    >
      <AmountField form={form} label="Amount" currency={currency} hint={hint} />
      {children?.(fill, debit)}
      <p role="status" className="rounded-control bg-sunken p-4 text-sm empty:hidden">
        {paid.valid ? (paid.message ?? '') : ''}
      </p>
      {paid.valid && (
        <WorkedOut
          of={{ asked: [{ rule: 'instalment.payment', input: { amount, kind, owed, currency } }] }}
        />
      )}
    </Form>
  );
}
