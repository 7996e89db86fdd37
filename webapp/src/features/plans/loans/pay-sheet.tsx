import { CircleCheck, CreditCard, type LucideIcon, Wallet } from 'lucide-react';
import { type ReactNode, useReducer, useState } from 'react';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import type { Elements } from '@/lib/elements';
import { CardPayment } from '@/payment/card-payment';
import { Balance, money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import { Button } from '@/ui/button';
import { useConfiguration } from '@/ui/configuration';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { IconDisc } from '@/ui/icon-disc';
import { Sheet } from '@/ui/sheet';
import { grouped, groupedAmount, plainAmount } from '@/ui/typed';
import { usePlanCard } from '../mutations';
import type { Subscription } from '../types';
import { useLoanQuote } from './mutations';
import { FIRST, type Method, type Stage, transition } from './pay-flow';

interface Props {
  loan: Subscription;
  /** What is owed today: what ends the loan. */
  owed: string;
  /** What can be spent from the naira wallet. */
  balance: string;
  open: boolean;
  onClose: () => void;
  /** In place of the PIN: what has to be done before one can be asked for. */
  before: Elements | undefined;
  /** Money has moved. */
  onPaid: () => unknown;
}

const TITLES: Record<Stage['name'], string> = {
  method: 'Pay loan',
  amount: 'Pay loan',
  authorize: 'Authorize',
  card: 'Pay by card',
  paid: 'Paid',
};

/** Repays a loan, in part or in full: the method, the amount, the payment. */
export function PaySheet({ loan, owed, balance, open, onClose, before, onPaid }: Props) {
  const [stage, dispatch] = useReducer(transition, FIRST);
  const [sending, setSending] = useState(false);
  const ask = useLoanQuote();
  const checkout = usePlanCard();
  const { id, currency } = loan;
  // A card pays an instalment; what is beyond it goes to those after it.
  const next = loan.progress.next?.id ?? null;
  const payByCard = (amount: string) =>
    checkout.mutate(
      { purpose: 'instalment', id: next, amount, currency },
      { onSuccess: (started) => dispatch({ type: 'checked_out', amount, checkout: started }) },
    );
  const goesBack = stage.name !== 'method' && stage.name !== 'paid';
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => dispatch({ type: 'closed' })}
      title={TITLES[stage.name]}
      stage={stage.name}
      onBack={goesBack ? () => dispatch({ type: 'back' }) : undefined}
      held={sending}
    >
      {stage.name === 'method' && (
        <Methods balance={balance} loan={loan} onChosen={(method) => dispatch({ type: 'chose', method })} />
      )}
      {stage.name === 'amount' && (
        <AmountForm
          loan={loan}
          owed={owed}
          balance={balance}
          method={stage.method}
          typed={stage.amount}
          busy={ask.isPending || checkout.isPending}
          error={(ask.error ?? checkout.error)?.message}
          onAmount={(amount) => {
            if (stage.method === 'card') return payByCard(amount);
            forgetPayment();
            ask.mutate(
              { id, amount, method: 'wallet' },
              { onSuccess: (quote) => dispatch({ type: 'quoted', amount, quote }) },
            );
          }}
        />
      )}
      {stage.name === 'authorize' &&
        (before ?? (
          <PinStage
            kind="loan_repay"
            order={{
              body: { id, amount: stage.amount, method: 'wallet', quote_id: stage.quote.id },
              currency: stage.quote.currency,
              amount: stage.quote.amount,
              payee: stage.quote.payee,
            }}
            total={stage.quote.total}
            payee={loan.name}
            onSending={setSending}
            onPaid={async (transaction) => {
              await onPaid();
              dispatch({ type: 'paid', transaction });
            }}
            requote={() => dispatch({ type: 'back' })}
          />
        ))}
      {stage.name === 'card' && (
        <CardPayment
          key={stage.checkout.tx_ref}
          currency={currency}
          checkout={stage.checkout}
          onPaid={async (transaction) => {
            await onPaid();
            dispatch({ type: 'paid', transaction });
          }}
          onAgain={() => payByCard(stage.amount)}
        />
      )}
      {stage.name === 'paid' && (
        <div className="flex flex-col items-center gap-4 text-center">
          <CircleCheck aria-hidden className="size-12 text-positive" />
          <p role="status" className="font-semibold">
            Loan debt successfully repaid
          </p>
          <p className="figures text-2xl font-bold">
            <Balance amount={stage.transaction.gross_amount} currency={stage.transaction.currency} />
          </p>
          <Button wide onClick={onClose}>
            Done
          </Button>
        </div>
      )}
    </Sheet>
  );
}

interface MethodsProps {
  loan: Subscription;
  balance: string;
  onChosen: (method: Method) => void;
}

function Methods({ loan, balance, onChosen }: MethodsProps) {
  const cards = useConfiguration()?.cards ?? false;
  return (
    <>
      <p className="text-muted">How do you want to pay?</p>
      <Choice icon={Wallet} label="Wallet" onClick={() => onChosen('wallet')}>
        <span>{'Available: '}</span>
        <Balance amount={balance} currency={loan.currency} />
      </Choice>
      {cards && (
        <Choice icon={CreditCard} label="Card" onClick={() => onChosen('card')}>
          The card company adds its fee.
        </Choice>
      )}
    </>
  );
}

interface ChoiceProps {
  icon: LucideIcon;
  label: string;
  onClick: () => void;
  children: ReactNode;
}

const Choice = ({ icon: Icon, label, onClick, children }: ChoiceProps) => (
  <button
    type="button"
    className="flex min-h-16 w-full items-center gap-4 rounded-card border border-line bg-raised px-4 text-start hover:bg-sunken"
    onClick={onClick}
  >
    <IconDisc icon={Icon} />
    <span className="min-w-0">
      <span className="block font-semibold">{label}</span>
      <span className="block text-sm text-muted">{children}</span>
    </span>
  </button>
);

interface AmountProps {
  loan: Subscription;
  owed: string;
  balance: string;
  method: Method;
  /** What was typed before the price was asked for again. */
  typed: string | undefined;
  busy: boolean;
  error: string | undefined;
  onAmount: (amount: string) => void;
}

/** Any amount; what is above the debt is not taken. */
function AmountForm({ loan, owed, balance, method, typed, busy, error, onAmount }: AmountProps) {
  const { currency, progress } = loan;
  const form = useEngineForm('payment', {
    defaultValues: { amount: groupedAmount(typed ?? progress?.next?.amount ?? owed, currency), method },
    context: { owed, wallet_balance: balance, currency, kind: 'loan', cap: null },
  });
  const amount = plainAmount(String(form.watch('amount')), currency);
  const paid = evaluate('instalment.payment', { owed, amount, kind: 'loan', currency });
  const fill = (next: string) =>
    form.setValue('amount', groupedAmount(next, currency), { shouldValidate: true, shouldTouch: true });
  return (
    <Form
      onSubmit={form.handleSubmit(() => onAmount(amount))}
      action={paid.valid ? `Pay ${money(paid.debit, currency)}` : 'Pay'}
      busy={busy}
      error={form.formError ?? form.errorOf('method') ?? error}
    >
      <TextField
        label={`Amount (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        className="figures text-xl font-semibold"
        error={form.errorOf('amount')}
        offer={form.offerOf('amount')}
        hint={
          method === 'wallet' && (
            <>
              <span>{'Available: '}</span>
              <Balance amount={balance} currency={currency} />
            </>
          )
        }
        {...grouped(form.register('amount'), currency)}
      />
      <div className="flex flex-wrap gap-2">
        {progress?.next && (
          <Button look="plain" className="text-sm" onClick={() => fill(progress.next?.amount ?? '')}>
            {`Next instalment: ${money(progress.next.amount, currency)}`}
          </Button>
        )}
        <Button look="plain" className="text-sm" onClick={() => fill(owed)}>
          {`Everything: ${money(owed, currency)}`}
        </Button>
      </div>
      <p role="status" className="text-sm font-medium empty:hidden">
        {paid.valid && paid.capped ? paid.message : ''}
      </p>
    </Form>
  );
}
