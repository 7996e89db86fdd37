import { useState } from 'react';
import type { Elements } from '@/lib/elements';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { SelectField, TextField } from '@/ui/field';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { plainAmount } from '@/ui/typed';
import { type TriggerBody, useTrigger } from '../common/mutations';
import type { Subscription } from '../types';

interface Props {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
}

const STEPS = ['100.00', '500.00', '1000.00'];

/** Triggers of payments into savings: the change of payments, and a share of what arrives. */
export function TriggerSheet({ subscription, open, onClose }: Props) {
  const { triggers, currency } = subscription;
  const of = (kind: TriggerBody['kind']) => triggers.find((one) => one.kind === kind);
  const [change, salary] = [of('round_up'), of('salary')];
  const [step, setStep] = useState(change?.figure ?? '100.00');
  const [least, setLeast] = useState(salary?.figure ?? '');
  const [percent, setPercent] = useState(salary?.percent ?? '');
  return (
    <Sheet open={open} onClose={onClose} title="Save by itself">
      <Part
        subscription={subscription}
        title="Keep the change"
        kind="round_up"
        on={change !== undefined}
        words={`Each transfer, withdrawal and bill is rounded up, and the rest goes into this plan within a minute${change ? `: now to the next ${money(change.figure, currency)}` : ''}.`}
        body={{ figure: step }}
      >
        {() => (
          <SelectField
            label="Round up to the next"
            options={STEPS.map((value) => ({ value, label: money(value, currency) }))}
            value={step}
            onChange={({ target }) => setStep(target.value)}
          />
        )}
      </Part>
      <hr className="border-line" />
      <Part
        subscription={subscription}
        title="A share of what arrives"
        kind="salary"
        on={salary !== undefined}
        words={`When a bank transfer arrives, a share of it goes into this plan${salary ? `: now ${salary.percent}% of ${money(salary.figure, currency)} or more` : ''}.`}
        body={{ figure: plainAmount(least, currency as Currency), percent }}
      >
        {(errorOf) => (
          <div className="grid grid-cols-2 gap-3">
            <TextField
              label={`From (${currency})`}
              inputMode="decimal"
              autoComplete="off"
              value={least}
              error={errorOf('figure')}
              onChange={({ target }) => setLeast(target.value)}
            />
            <TextField
              label="Share (%)"
              inputMode="decimal"
              autoComplete="off"
              value={percent}
              error={errorOf('percent')}
              onChange={({ target }) => setPercent(target.value)}
            />
          </div>
        )}
      </Part>
      <p className="text-sm text-muted">
        The plan's instalments are paid in order, before they are due, until all are paid. If your wallet does
        not hold enough, what is missing is left out.
      </p>
    </Sheet>
  );
}

interface PartProps {
  subscription: Subscription;
  title: string;
  kind: TriggerBody['kind'];
  on: boolean;
  words: string;
  body: Pick<TriggerBody, 'figure' | 'percent'>;
  children: (errorOf: (field: string) => string | undefined) => Elements;
}

function Part({ subscription, title, kind, on, words, body, children }: PartProps) {
  const set = useTrigger(subscription.id);
  const wrong = set.error?.violations ?? [];
  const errorOf = (field: string) => wrong.find((one) => one.field === field)?.message;
  const other = wrong.some(({ field }) => field === 'figure' || field === 'percent')
    ? undefined
    : set.error?.message;
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h3 className="font-semibold">{title}</h3>
      <p className="text-sm text-muted">{words}</p>
      {children(errorOf)}
      <FormError>{other}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button
          className="grow"
          busy={set.isPending}
          aria-label={`${on ? 'Change' : 'Switch on'}: ${title}`}
          onClick={() => set.mutate({ kind, is_on: true, ...body })}
        >
          {on ? 'Change' : 'Switch on'}
        </Button>
        {on && (
          <Button
            look="quiet"
            className="grow"
            disabled={set.isPending}
            aria-label={`Switch off: ${title}`}
            onClick={() => set.mutate({ kind, is_on: false })}
          >
            Switch off
          </Button>
        )}
      </div>
    </section>
  );
}
