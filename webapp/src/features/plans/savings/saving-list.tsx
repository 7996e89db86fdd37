import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { EndedWords } from '../ended';
import type { Ended, Subscription } from '../types';
import { TILES } from './goal-tiles';
import { SavingArt, SavingTile } from './saving-tile';

/** Savings as tiles; those that have ended are below, in short rows. */
export function SavingList({ savings }: { savings: readonly Subscription[] }) {
  const running = savings.filter(({ ended }) => ended === null);
  const ended = savings.flatMap((one) => (one.ended === null ? [] : [{ one, ended: one.ended }]));
  return (
    <div className="flex flex-col gap-6">
      {running.length > 0 && (
        <ul aria-label="Running savings" className={TILES}>
          {running.map((subscription) => (
            <li key={subscription.id}>
              <SavingTile subscription={subscription} />
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <section aria-labelledby="ended-savings" className="flex flex-col gap-2">
          <h2 id="ended-savings" className="text-lg font-semibold">
            Ended
          </h2>
          <ul className="flex flex-col rounded-card bg-raised px-4 shadow-raised">
            {ended.map((row) => (
              <EndedRow key={row.one.id} {...row} />
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

const EndedRow = ({ one, ended }: { one: Subscription; ended: Ended }) => (
  <li className="border-t border-line first:border-0">
    <Link
      to="/my-savings"
      search={{ id: one.id }}
      className="flex min-h-16 items-center gap-4 rounded-control py-3"
    >
      <SavingArt subscription={one} className="roomy size-8 shrink-0 text-muted" />
      <span className="min-w-0 grow">
        <span className="block font-semibold wrap-anywhere">{one.name}</span>
        <span className="figures block text-sm text-muted">
          <EndedWords subscription={one} ended={ended} />
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
    </Link>
  </li>
);
