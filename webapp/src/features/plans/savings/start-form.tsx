import { useState } from 'react';
import { asShown } from '@/engine/hidden';
import { evaluate, useEngineForm, usePreparedForm, type Violation } from '@/engine/later';
import type { Elements } from '@/lib/elements';
import { keep } from '@/lib/kept';
import { useToday } from '@/lib/today';
import { useTypedAmount } from '@/payment/use-typed-amount';
import { Checkbox, ConfirmRow, SelectField, TextField } from '@/ui/field';
import { Form } from '@/ui/form';
import { grouped, groupedAmount, plainAmount } from '@/ui/typed';
import type { SubscribeBody } from '../common/mutations';
import { SchedulePreview } from '../common/schedule-preview';
import { FundingChoice, useFirstSource, useOfferedSource } from '../funding-choice';
import type { Filling } from '../take/take-sheet';
import { FoldedSlider } from '../termination-slider';
import type { DurationUnit, Plan } from '../types';
import { heldWords, timesWords } from '../words';
import type { Facts } from './facts';
import type { Goal } from './goals';
import type { Way } from './proposed';
import { endOf, leavingOf, scheduleOf, type Terms } from './terms';

/** Values from the address. */
export interface Prefill {
  name?: string | undefined;
  amount?: string | undefined;
  funding_source?: string | undefined;
  duration?: string | undefined;
  duration_unit?: DurationUnit | undefined;
}

interface Props extends Filling<SubscribeBody> {
  plan: Plan;
  facts: Facts;
  /** The goal that led to the plan. */
  goal?: Goal | undefined;
}

const CURRENCY = 'NGN';
const UNITS = [
  { value: 'day', label: 'Day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
];

/** Without a number of instalments or an interval. */
const NEVER = { duration: '', duration_unit: '' };
/** Savings that do not recur. (Document 3, section 2.) */
const ONCE = { duration: 1, duration_unit: 'day' } as const;

const formOf = (plan: Plan): string => `savings.${plan.id}`;

/** Fills in the values of the address once; values typed over them stay. */
export function fillIn(plan: Plan, prefill: Prefill): void {
  const { name, amount, funding_source, duration, duration_unit } = prefill;
  keep(formOf(plan), {
    ...(name !== undefined && { name }),
    ...(amount !== undefined && { amount: groupedAmount(amount, CURRENCY) }),
    ...(funding_source !== undefined && { funding_source }),
    ...(duration !== undefined && { duration }),
    ...(duration_unit !== undefined && { duration_unit }),
  });
}

const contextOf = (plan: Plan, { rates, balance }: Facts) => {
  const { min_amount, max_amount, base_currency, is_flexible, is_group } = plan;
  const terms = { min_amount, max_amount, base_currency, is_flexible, is_group };
  return { plan: terms, currency: CURRENCY, rates, wallet_balance: balance } as const;
};

/** Fills in the instalments that reach a goal. The wallet pays if it covers the first one. */
export function fillInWay(plan: Plan, facts: Facts, name: string, way: Way): void {
  const isOpen = plan.is_flexible || plan.is_group;
  const { violation } = evaluate('form.field', {
    form: 'savings_subscription',
    field: 'funding_source',
    values: { amount: way.amount, funding_source: 'wallet' },
    context: contextOf(plan, facts),
  });
  fillIn(plan, {
    name,
    amount: way.amount,
    ...(violation === null && { funding_source: 'wallet' }),
    ...(isOpen && { duration: String(way.duration), duration_unit: way.duration_unit }),
  });
}

/** The purpose, the amount, the source and the recurrence. Each part appears once the one before it is filled in. */
export function StartForm({ plan, facts, goal, busy, proceed }: Props) {
  const { balance } = facts;
  const { is_flexible, is_group } = plan;
  const context = contextOf(plan, facts);
  const judged = usePreparedForm('savings_subscription', context);
  const isOpen = is_flexible || is_group;
  // The plan's own recurrence, within the limits for savers.
  const own = {
    duration: String(judged.fieldError('duration', plan.duration)?.params.nearest ?? plan.duration),
    duration_unit: plan.duration_unit,
  };
  const form = useEngineForm('savings_subscription', {
    defaultValues: {
      name: '',
      amount: '',
      funding_source: useFirstSource(),
      ...(isOpen ? own : NEVER),
      confirm: false,
    },
    context,
    keeps: {
      as: formOf(plan),
      fields: ['name', 'amount', 'funding_source', 'duration', 'duration_unit'],
    },
  });
  const [name, typed, source, duration, unit, confirm] = form.watch([
    'name',
    'amount',
    'funding_source',
    'duration',
    'duration_unit',
    'confirm',
  ]);
  const amount = plainAmount(String(typed), CURRENCY);
  const shown = useTypedAmount(form, CURRENCY);
  const hasName = judged.fieldError('name', name) === null;
  const hasAmount = judged.fieldError('amount', amount) === null;
  const canFund = hasName && evaluate('plan.funding', { kind: 'savings', amount, currency: CURRENCY }).shown;
  useOfferedSource(source, (offered) => form.setValue('funding_source', offered));
  const recurs = String(duration) !== '' || unit !== '';
  const isRepeatable = recurs && String(duration) !== '' && judged.fieldError('duration', duration) === null;
  const begin = { plan, amount, currency: CURRENCY, today: useToday() } as const;
  /** Null while the recurrence is incomplete. */
  const chosen: Terms | null = isRepeatable
    ? { ...begin, duration: Number(duration), duration_unit: unit as DurationUnit }
    : recurs
      ? null
      : { ...begin, ...(isOpen ? ONCE : { duration: plan.duration, duration_unit: plan.duration_unit }) };
  const collection = evaluate('savings.collection', { is_flexible });
  const [collects, setCollects] = useState(collection.on);
  const held = heldWords(plan);
  const title = chosen ? `${plan.name}, ${timesWords(chosen.duration, chosen.duration_unit)}` : plan.name;
  const isOff = !hasAmount || !confirm;
  const values = { name, amount, funding_source: source, duration, duration_unit: unit, confirm };
  const missing = isOff ? judged.check(values).map(asShown)[0] : undefined;
  // The message at a field is not repeated.
  const saidByField =
    missing?.field === 'amount'
      ? (shown.error ?? shown.hint)
      : missing && form.errorOf(missing.field as keyof typeof values);
  const submit = form.handleSubmit((values) => {
    const body: SubscribeBody = {
      plan_id: plan.id,
      plan_version: plan.version,
      type: 'savings',
      name: values.name,
      amount: String(values.amount),
      funding_source: values.funding_source,
      confirm: values.confirm,
      collects,
      ...(goal && { goal: goal.kind, target: goal.target }),
      ...(isOpen &&
        (recurs
          ? { duration: String(values.duration), duration_unit: values.duration_unit }
          : { duration: String(ONCE.duration), duration_unit: ONCE.duration_unit })),
    };
    proceed(body, form.showProblem);
  });
  return (
    <Form
      sticky
      onSubmit={submit}
      action="Proceed"
      busy={busy}
      disabled={isOff}
      why={saidByField === undefined ? whyOf(missing, title) : ''}
      onWhy={missing?.field === 'confirm' ? () => form.setFocus('confirm') : undefined}
      error={form.formError}
    >
      <TextField
        label="What are you saving for?"
        autoComplete="off"
        placeholder="School fees"
        error={form.errorOf('name')}
        {...form.register('name')}
      />
      {hasName && (
        <TextField
          label={`Amount of each instalment (${CURRENCY})`}
          inputMode="decimal"
          autoComplete="off"
          className="figures text-xl font-semibold"
          hint={shown.hint}
          error={shown.error}
          offer={shown.offer}
          {...grouped(form.register('amount'), CURRENCY)}
        />
      )}
      {canFund && (
        <>
          {isOpen && (
            <Recurrence
              on={recurs}
              onSwitch={(on) => {
                const next = on ? own : NEVER;
                form.setValue('duration', next.duration, { shouldValidate: true });
                form.setValue('duration_unit', next.duration_unit, { shouldValidate: true });
              }}
            >
              <div className="grid grid-cols-2 gap-3">
                <TextField
                  label="How many times"
                  inputMode="numeric"
                  autoComplete="off"
                  error={form.errorOf('duration')}
                  {...form.register('duration')}
                />
                <SelectField
                  label="Every"
                  options={UNITS}
                  error={form.errorOf('duration_unit')}
                  {...form.register('duration_unit')}
                />
              </div>
            </Recurrence>
          )}
          <FundingChoice
            label="Pay with"
            balance={balance}
            currency={CURRENCY}
            error={form.errorOf('funding_source')}
            field={form.register('funding_source')}
          />
          {held !== null && <p className="rounded-control bg-sunken p-3 text-sm">{held}</p>}
          {chosen?.duration !== 1 && (
            <div className="flex flex-col gap-1">
              <Checkbox checked={collects} onChange={({ target }) => setCollects(target.checked)}>
                Collect the other instalments automatically
              </Checkbox>
              {collects && <p className="text-sm text-muted">{collection.note}</p>}
            </div>
          )}
          {hasAmount && chosen && <Preview terms={chosen} />}
          <ConfirmRow title={title} error={form.errorOf('confirm')} {...form.register('confirm')}>
            {source === 'bank'
              ? 'I confirm the plan. It begins when my transfer arrives.'
              : 'I confirm the plan. The first instalment is paid today.'}
          </ConfirmRow>
        </>
      )}
    </Form>
  );
}

/** The reason why the button is disabled. The box to tick may be out of view, so its row is named. */
const whyOf = (missing: Violation | undefined, title: string): string =>
  missing?.field === 'confirm' ? `Please tick “${title}” to continue.` : (missing?.message ?? '');

interface RecurrenceProps {
  on: boolean;
  onSwitch: (on: boolean) => void;
  children: Elements;
}

/** The recurrence of the savings; without it there is one payment. */
const Recurrence = ({ on, onSwitch, children }: RecurrenceProps) => (
  <div className="flex flex-col gap-2">
    <Checkbox checked={on} onChange={({ target }) => onSwitch(target.checked)}>
      Re-occurring
    </Checkbox>
    {on && children}
  </div>
);

/** The schedule, and the cost of stopping. */
export function Preview({ terms, open }: { terms: Terms; open?: boolean }) {
  const schedule = scheduleOf(terms);
  const end = endOf(terms);
  if (!schedule) return null;
  return (
    <>
      {end !== null && heldWords(terms.plan) === null && (
        <FoldedSlider leaving={leavingOf(terms, schedule, end)} />
      )}
      <SchedulePreview
        instalments={schedule.instalments}
        currency={terms.currency}
        total={schedule.total}
        totalLabel="You save"
        open={open ?? false}
      />
    </>
  );
}
