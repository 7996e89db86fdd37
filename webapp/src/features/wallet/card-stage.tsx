import { useState } from 'react';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { Breakdown } from '@/payment/breakdown';
import { CardPayment, CHARGED } from '@/payment/card-payment';
import type { CardStarted, Currency, Transaction } from '@/payment/types';
import { useTypedAmount } from '@/payment/use-typed-amount';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { grouped } from '@/ui/typed';
import { useStartCard } from './mutations';

interface Props {
  currency: Currency;
  onPaid: (transaction: Transaction) => void;
}

/** The amount, the total charged to the card, and the card company's page. */
export function CardStage({ currency, onPaid }: Props) {
  const [checkout, setCheckout] = useState<CardStarted | null>(null);
  if (checkout === null) return <Amount currency={currency} onStarted={setCheckout} />;
  return (
    <CardPayment currency={currency} checkout={checkout} onPaid={onPaid} onAgain={() => setCheckout(null)} />
  );
}

function Amount({ currency, onStarted }: { currency: Currency; onStarted: (checkout: CardStarted) => void }) {
  const form = useEngineForm('fund', { defaultValues: { amount: '' }, context: { currency } });
  const start = useStartCard(currency);
  const { amount, error, hint, offer } = useTypedAmount(form, currency);
  const input = { method: 'card', currency, amount } as const;
  const quoted = evaluate('funding.quote', input);
  return (
    <Form
      onSubmit={form.handleSubmit(({ amount }) =>
        start.mutate(String(amount), { onSuccess: onStarted, onError: form.showProblem }),
      )}
      action="Continue"
      busy={start.isPending}
      error={form.formError}
    >
      <TextField
        label={`Amount (${currency})`}
        inputMode="decimal"
        autoComplete="off"
        className="figures text-xl font-semibold"
        hint={hint}
        error={error}
        offer={offer}
        // A refusal was about the previous amount.
        {...grouped(form.register('amount', { onChange: () => form.setFormError(null) }), currency)}
      />
      {quoted.valid && form.formError === null && (
        <div aria-live="polite" className="rounded-control bg-sunken p-4">
          <Breakdown
            lines={quoted.lines}
            total={quoted.total}
            currency={currency}
            totalLabel={CHARGED}
            of={{ asked: [{ rule: 'funding.quote', input }] }}
          />
        </div>
      )}
    </Form>
  );
}
