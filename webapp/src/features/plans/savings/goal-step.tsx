import { Info } from 'lucide-react';
import { useState } from 'react';
import { evaluate, useEngineForm } from '@/engine/later';
import { useToday } from '@/lib/today';
import { useTypedAmount } from '@/payment/use-typed-amount';
import { Button } from '@/ui/button';
import { TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { grouped } from '@/ui/typed';
import type { DurationUnit, Plan } from '../types';
import type { Facts } from './facts';
import { GoalArt } from './goal-art';
import { type GoalKind, goalNamed, type NamedGoal } from './goals';
import { proposed, type Way } from './proposed';
import { BestWay, OtherWays } from './ways';

/** The plan and the instalments that reach a goal. */
export interface Chosen {
  goal: NamedGoal;
  plan: Plan;
  way: Way;
}

interface Props {
  kind: GoalKind;
  plans: readonly Plan[];
  facts: Facts;
  /** The reason why nothing can be begun. */
  refusal: string | null;
  onChosen: (chosen: Chosen) => void;
}

const CURRENCY = 'NGN';

/** How much and by when, and the instalments that get there. */
export function GoalStep({ kind, plans, facts, refusal, onChosen }: Props) {
  const today = useToday();
  const own = kind === 'other';
  const form = useEngineForm('savings_goal', {
    defaultValues: {
      name: own ? '' : (goalNamed(kind)?.label ?? ''),
      amount: '',
      by: evaluate('savings.goal_day', { goal: kind, today }).by,
    },
    context: { today },
    keeps: { as: `savings.goal.${kind}`, fields: ['name', 'amount', 'by'] },
  });
  const [by] = form.watch(['by']);
  const shown = useTypedAmount(form, CURRENCY);
  const target = shown.amount;
  const isDay = form.violationOf('by', by) === null;
  const found = target !== '' && isDay ? proposed(plans, facts, { target, by, today }) : null;
  const ways = found?.ways ?? [];
  // Another goal begins with its best way again.
  const asked = `${target} ${by}`;
  const [choice, setChoice] = useState({ asked, place: 0 });
  const place = choice.asked === asked ? choice.place : 0;
  const way = ways[place];
  const plan = plans.find(({ id }) => id === way?.plan);
  return (
    <Form
      action="Save this way"
      disabled={refusal !== null || (found !== null && way === undefined)}
      why={refusal ?? undefined}
      error={form.formError}
      onSubmit={form.handleSubmit(({ name }) => {
        if (way && plan) onChosen({ goal: { kind, target, name }, plan, way });
      })}
      below={
        ways.length > 1 && (
          <OtherWays
            ways={ways}
            plans={plans}
            currency={CURRENCY}
            chosen={place}
            onChoose={(next) => setChoice({ asked, place: next })}
          />
        )
      }
    >
      <GoalArt kind={kind} className="roomy -mt-2 size-16 text-accent-text rtl:-scale-x-100" />
      {own && (
        <TextField
          label="What is it?"
          autoComplete="off"
          placeholder="A new roof"
          error={form.errorOf('name')}
          {...form.register('name')}
        />
      )}
      <TextField
        label={`How much do you need? (${CURRENCY})`}
        inputMode="decimal"
        autoComplete="off"
        className="figures text-xl font-semibold"
        hint={shown.hint}
        error={shown.error}
        offer={shown.offer}
        {...grouped(form.register('amount'), CURRENCY)}
      />
      <TextField
        label="By when?"
        type="date"
        className="figures"
        error={form.errorOf('by')}
        {...form.register('by')}
      />
      <Times
        today={today}
        onChosen={(day) => form.setValue('by', day, { shouldValidate: true, shouldTouch: true })}
      />
      <div role="status" className="flex flex-col gap-3 empty:hidden">
        {found && found.message !== null && (
          <p className="flex items-start gap-2 text-sm font-medium">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
            <span>{found.message}</span>
          </p>
        )}
        {way && plan && <BestWay way={way} plan={plan} currency={CURRENCY} />}
      </div>
    </Form>
  );
}

/** Times to choose at once. */
const TIMES: readonly { label: string; duration: number; unit: DurationUnit }[] = [
  { label: '3 months', duration: 3, unit: 'month' },
  { label: '6 months', duration: 6, unit: 'month' },
  { label: '1 year', duration: 12, unit: 'month' },
];

const Times = ({ today, onChosen }: { today: string; onChosen: (day: string) => void }) => (
  <div className="-mt-1 flex flex-wrap gap-2">
    {TIMES.map(({ label, duration, unit }) => (
      <Button
        key={label}
        look="plain"
        className="min-h-11! rounded-full! px-4! text-sm"
        aria-label={`In ${label}`}
        onClick={() => {
          const planned = evaluate('plan.end', { start: today, duration, duration_unit: unit });
          if (planned.valid) onChosen(planned.end);
        }}
      >
        {label}
      </Button>
    ))}
  </div>
);
