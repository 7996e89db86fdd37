import { evaluate, type RuleInput, type RuleOutput } from '@/engine';

/** A plan that could be left on any day. */
export interface Leaving {
  terms: Omit<RuleInput<'termination.quote'>, 'paid' | 'today'>;
  /** In the order of their dates. */
  instalments: RuleInput<'plan.progress'>['instalments'];
  /** What is in the plan now. */
  paid: string;
}

type Quote = RuleOutput<'termination.quote'>;

/** The days from today to the plan's end, which comes last: every day where the rule lists them all, else every week or month. */
export function daysUntil(end: string, today: string): string[] {
  for (const duration_unit of ['day', 'week', 'month'] as const) {
    const terms = { amount: '1', currency: 'NGN', duration: MOST, duration_unit, start: today } as const;
    const dates = evaluate('savings.schedule', terms).instalments ?? [];
    const over = dates.findIndex(({ due_at }) => isOver(end, due_at));
    if (over >= 0) return [...dates.slice(0, over).map(({ due_at }) => due_at), end];
  }
  return [today];
}

/** The greatest number of instalments that a schedule has. */
const MOST = 366;

/** Whether the end has come on a day. */
const isOver = (due_at: string, today: string): boolean =>
  evaluate('instalment.next', { amount: '1', paid: '0', status: 'PENDING', due_at, today }).status === 'DUE';

/** What comes back on a day: today of what is in the plan, later as if each instalment were paid on its day. */
export function leavingOn({ terms, instalments, paid }: Leaving, day: string, today: string): Quote {
  const { currency } = terms;
  const onTime = () => {
    const then = instalments.map((one) => (isOver(one.due_at, day) ? { ...one, paid: one.amount } : one));
    return evaluate('plan.progress', { instalments: then, currency, today: day }).paid ?? paid;
  };
  return evaluate('termination.quote', { ...terms, paid: day === today ? paid : onTime(), today: day });
}
