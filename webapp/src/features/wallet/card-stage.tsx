import { useState } from 'react';
import { evaluate } from '@/engine';
import { useEngineForm } from '@/engine/use-engine-form';
import { Breakdown } from '@/payment/breakdown';
import { money } from '@/payment/money';
import type { Currency, Transaction } from '@/payment/types';
import { buttonClasses } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { grouped, plainAmount } from '@/ui/typed';
import { CardCheckout } from './card-checkout';
import { useStartCard } from './mutations';
import { framesLoseCookies } from './safari';
import type { CardStarted } from './types';

interface Props {
  currency: Currency;
  onPaid: (transaction: Transaction) => void;
}

type Stage =
  | { name: 'amount' }
  | { name: 'review'; checkout: CardStarted }
  | { name: 'checkout'; checkout: CardStarted; inWindow: boolean };

/** How much, what the card is charged in all, and the card company's page. */
export function CardStage({ currency, onPaid }: Props) {
  const [stage, setStage] = useState<Stage>({ name: 'amount' });
  if (stage.name === 'amount')
    return <Amount currency={currency} onStarted={(checkout) => setStage({ name: 'review', checkout })} />;
  if (stage.name === 'review')
    return (
      <Review
        currency={currency}
        checkout={stage.checkout}
        onPay={(inWindow) => setStage({ name: 'checkout', checkout: stage.checkout, inWindow })}
      />
    );
  return (
    <CardCheckout
      tx_ref={stage.checkout.tx_ref}
      url={stage.checkout.checkout_url}
      inWindow={stage.inWindow}
      onPaid={onPaid}
      onAgain={() => setStage({ name: 'amount' })}
    />
  );
}

const CHARGED = 'Your card is charged';

function Amount({ currency, onStarted }: { currency: Currency; onStarted: (checkout: CardStarted) => void }) {
  const form = useEngineForm('fund', { defaultValues: { amount: '' }, context: { currency } });
  const start = useStartCard(currency);
  const amount = plainAmount(String(form.watch('amount')), currency);
  const quoted = evaluate('funding.quote', { method: 'card', currency, amount });
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
        error={form.errorOf('amount')}
        {...grouped(form.register('amount'), currency)}
      />
      {quoted.valid && (
        <div aria-live="polite" className="rounded-control bg-sunken p-4">
          <Breakdown lines={quoted.lines} total={quoted.total} currency={currency} totalLabel={CHARGED} />
        </div>
      )}
    </Form>
  );
}

interface ReviewProps {
  currency: Currency;
  checkout: CardStarted;
  onPay: (inWindow: boolean) => void;
}

function Review({ currency, checkout, onPay }: ReviewProps) {
  const words = `Pay ${money(checkout.charged, currency)}`;
  return (
    <>
      <Breakdown lines={checkout.lines} total={checkout.charged} currency={currency} totalLabel={CHARGED} />
      <p className="text-sm text-muted">
        You enter your card at our payment partner. We never see its number.
      </p>
      {framesLoseCookies() ? (
        <a
          href={checkout.checkout_url}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('primary', true)}
          onClick={() => onPay(true)}
        >
          {words}
        </a>
      ) : (
        <button type="button" className={buttonClasses('primary', true)} onClick={() => onPay(false)}>
          {words}
        </button>
      )}
    </>
  );
}
