import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@/api/contract';
import { Balance } from '@/payment/money';
import type { BillKind } from './kinds';
import { recentQuery } from './queries';
import { ServiceMark } from './service-mark';

export type RecentCustomer = DataOf<'GET', '/vas/recent'>[number];

interface Props {
  kind: BillKind;
  /** Fills the form in, and reviews it. */
  onRepeat: (customer: RecentCustomer) => void;
}

/** Customers whom the user has paid for; renders nothing without any. The form is below it. */
export function RecentList({ kind, onRepeat }: Props) {
  const { data = [] } = useQuery(recentQuery(kind));
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="again" className="flex flex-col gap-2">
      <h2 id="again" className="text-lg font-semibold">
        Buy again
      </h2>
      <ul className="-mx-gutter flex snap-x gap-3 overflow-x-auto px-gutter pb-2 [scrollbar-width:none]">
        {data.map((one) => (
          <li key={`${one.service} ${one.customer}`} className="shrink-0 snap-start">
            <button
              type="button"
              className="flex min-h-16 max-w-72 items-center gap-3 rounded-card bg-raised px-4 py-2.5 text-start text-sm shadow-raised"
              onClick={() => onRepeat(one)}
            >
              <ServiceMark code={one.service} className="roomy" />
              <span className="min-w-0">
                <span className="block truncate text-base font-semibold">{one.name ?? one.customer}</span>
                <span className="figures block truncate text-xs text-muted">
                  <span>{`${one.name === null ? one.service.toUpperCase() : one.customer} · `}</span>
                  <Balance amount={one.amount} currency="NGN" />
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
