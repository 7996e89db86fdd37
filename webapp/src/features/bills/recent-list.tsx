import { useQuery } from '@tanstack/react-query';
import type { DataOf } from '@/api/contract';
import { Balance, useMoney } from '@/payment/money';
import { useOwnPhone } from './fields';
import { type BillKind, nameOf } from './kinds';
import { recentQuery } from './queries';
import { ServiceMark } from './service-mark';

export type RecentCustomer = DataOf<'GET', '/vas/recent'>[number];

interface Props {
  kind: BillKind;
  /** Fills the form in. */
  onRepeat: (customer: RecentCustomer) => void;
}

/** Customers whom the user has paid for; renders nothing without any. The form is below it. */
export function RecentList({ kind, onRepeat }: Props) {
  const { data = [] } = useQuery(recentQuery(kind));
  const own = useOwnPhone();
  const paid = useMoney(true);
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="again" className="flex flex-col gap-2">
      <h2 id="again" className="text-lg font-semibold">
        Buy again
      </h2>
      <ul className="relative -mx-gutter flex snap-x gap-1 overflow-x-auto px-gutter py-1 [scrollbar-width:none]">
        {data.map((one) => {
          const who = one.customer === own ? 'Me' : (one.name ?? one.customer);
          const service = nameOf(kind, one.service);
          return (
            <li key={`${one.service} ${one.customer}`} className="shrink-0 snap-start">
              <button
                type="button"
                aria-label={`${who}, ${paid(one.amount, 'NGN')}, ${service}, ${one.customer}`}
                className="flex w-24 flex-col items-center gap-1 rounded-control py-1 text-xs"
                onClick={() => onRepeat(one)}
              >
                <ServiceMark code={one.service} className="size-13!" />
                <span className="figures w-full truncate text-center font-medium">{who}</span>
                <span className="figures text-muted">
                  <Balance amount={one.amount} currency="NGN" />
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
