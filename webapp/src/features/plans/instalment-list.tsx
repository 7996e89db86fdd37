import { Check, CircleAlert } from 'lucide-react';
import { evaluate } from '@/engine/later';
import type { Elements } from '@/lib/elements';
import { useToday } from '@/lib/today';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import type { Instalment } from './types';
import { dayWords } from './words';

interface Props {
  instalments: readonly Instalment[];
  currency: Currency;
  /** The list's name for screen readers. */
  label: string;
  /** The plan has ended: unpaid instalments are no longer due. */
  ended?: boolean;
  /** The actions for an instalment. */
  action?: (instalment: Instalment) => Elements;
}

/** Instalments with their dates, amounts and states. */
export function InstalmentList({ instalments, currency, label, ended = false, action }: Props) {
  const today = useToday();
  const shown = ended ? instalments.filter(isBegun) : instalments;
  if (ended && shown.length === 0) return <p className="text-sm text-muted">Nothing was paid.</p>;
  return (
    <ol aria-label={label} className="flex flex-col text-sm">
      {shown.map((instalment) => {
        const { id, number, due_at, amount, amount_paid, status, payer, is_charge } = instalment;
        return (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-0"
          >
            <span
              aria-hidden
              className="roomy figures grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-xs font-semibold"
            >
              <Mark paid={status === 'PAID'} number={is_charge ? null : number} />
            </span>
            <span className="min-w-0 grow basis-[min(100%,5rem)]">
              <span className="figures block font-semibold">
                <Balance amount={amount} currency={currency} />
              </span>
              <span className="block text-xs text-muted">
                <span>{is_charge ? `Late charge of ${dayWords(due_at)}` : dayWords(due_at)}</span>
                {status !== 'PAID' && isBegun(instalment) && (
                  <>
                    <span>{' · paid '}</span>
                    <Balance amount={amount_paid} currency={currency} />
                  </>
                )}
                {payer !== null && <span>{` · paid by ${payer}`}</span>}
              </span>
            </span>
            {ended && status !== 'PAID' ? <Partly /> : <State look={lookOf(instalment, today)} />}
            {action?.(instalment)}
          </li>
        );
      })}
    </ol>
  );
}

/** A tick for a paid one; otherwise its number, or a mark for a charge. */
function Mark({ paid, number }: { paid: boolean; number: number | null }) {
  if (paid) return <Check className="size-4 text-positive" />;
  return number === null ? <CircleAlert className="size-4 text-negative" /> : <span>{number}</span>;
}

/** Whether any part of it is paid. */
const isBegun = ({ due_at, amount, amount_paid }: Instalment): boolean => {
  const instalments = [{ due_at, amount, paid: amount_paid }];
  return evaluate('plan.progress', { instalments, today: due_at }).begun === true;
};

interface Look {
  label: string;
  tone: string;
}

const LOOKS: Record<Instalment['status'], Look> = {
  PAID: { label: 'Paid', tone: 'text-positive' },
  DUE: { label: 'Due', tone: 'text-warning' },
  PENDING: { label: 'Upcoming', tone: 'text-muted' },
};
const OVERDUE: Look = { label: 'Overdue', tone: 'text-negative' };

/** The look of an instalment's status; one that is due is overdue from the next day on. */
function lookOf({ status, due_at, amount, amount_paid }: Instalment, today: string): Look {
  if (status !== 'DUE') return LOOKS[status];
  const { lateness } = evaluate('plan.lateness', {
    instalments: [{ due_at, amount, paid: amount_paid }],
    kind: 'savings',
    status: 'ACTIVE',
    membership: 'ACTIVE',
    today,
  });
  return lateness === 'overdue' ? OVERDUE : LOOKS.DUE;
}

const Partly = () => (
  <span className="rounded-full bg-sunken px-2.5 py-0.5 text-xs font-semibold text-muted">Paid in part</span>
);

const State = ({ look: { label, tone } }: { look: Look }) => (
  <span className={`rounded-full bg-sunken px-2.5 py-0.5 text-xs font-semibold ${tone}`}>{label}</span>
);
