import { CalendarDays, CircleAlert, Clock } from 'lucide-react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import type { Lateness, Subscription } from './types';
import { nearDayWords } from './words';

const LOOKS = {
  upcoming: { icon: CalendarDays, tone: 'text-muted' },
  due: { icon: Clock, tone: 'text-warning' },
  overdue: { icon: CircleAlert, tone: 'text-negative' },
} as const;

const WORDS: Record<Lateness['state'], (amount: Elements, since: string) => Elements> = {
  upcoming: (amount, since) => (
    <>
      {amount}
      <span>{` due ${nearDayWords(since)}`}</span>
    </>
  ),
  due: (amount) => (
    <>
      <span>{'Due today '}</span>
      {amount}
    </>
  ),
  overdue: (amount, since) => (
    <>
      {amount}
      <span>{` overdue since ${nearDayWords(since)}`}</span>
    </>
  ),
};

interface Props {
  lateness: Lateness;
  currency: Currency;
}

/** The next payment, or the late one: the amount and the date. */
export function LatenessWords({ lateness: { state, amount, due_today, since }, currency }: Props) {
  const { icon: Icon, tone } = LOOKS[state];
  const figure = (of: string) => (
    <strong className="font-semibold">
      <Balance amount={of} currency={currency} />
    </strong>
  );
  return (
    <span className="flex items-start gap-2">
      <Icon aria-hidden className={classes('roomy mt-0.5 size-4 shrink-0', tone)} />
      <span className="figures min-w-0">
        <span className={state === 'upcoming' ? undefined : classes('font-medium', tone)}>
          {WORDS[state](figure(amount), since)}
        </span>
        {due_today !== null && <span className="block">{WORDS.due(figure(due_today), since)}</span>}
      </span>
    </span>
  );
}

/** The next instalment of a plan, while it can be paid. */
export function NextInstalment({ subscription: { lateness, currency } }: { subscription: Subscription }) {
  if (lateness === null) return null;
  return (
    <p className="rounded-control bg-sunken px-4 py-3 text-sm">
      <LatenessWords lateness={lateness} currency={currency} />
    </p>
  );
}
