import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Loaded, type Query } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { billsQuery, exchangeQuery, keyOrdersQuery, sentCoinsQuery } from './queries';

/** Orders received by the providers: bills, coin transfers, and exchange orders. */
export function Orders() {
  const bills = useQuery(billsQuery);
  const coins = useQuery(sentCoinsQuery);
  const exchange = useQuery(exchangeQuery);
  const keys = useQuery(keyOrdersQuery);
  return (
    <>
      <List
        title="Bills bought"
        query={bills}
        keyOf={({ reference }) => reference}
        textOf={({ kind, service, customer, amount, status }) =>
          `${kind}, ${service}, NGN ${amount} for ${customer}: ${status}`
        }
      />
      <List
        title="Coins sent"
        query={coins}
        keyOf={({ reference }) => reference}
        textOf={({ coin, amount, network, address, status }) =>
          `${coin} ${amount} over ${network} to ${address}: ${status}`
        }
      />
      <List
        title="Orders at the exchange"
        query={exchange}
        keyOf={({ id }) => id}
        textOf={({ side, pair, quantity, quote, status }) =>
          `${side} ${quantity} ${pair} for ${quote} USDT: ${status}`
        }
      />
      <List
        title="Orders with users' own keys"
        query={keys}
        keyOf={({ id }) => id}
        textOf={({ pair, quantity, limit, bought, cost, status }) =>
          `${quantity} ${pair} for at most ${limit} USDT, got ${bought} for ${cost}: ${status}`
        }
      />
    </>
  );
}

interface Props<T> {
  title: string;
  query: Query<T[]>;
  keyOf: (row: T) => string;
  textOf: (row: T) => string;
}

function List<T>({ title, query, keyOf, textOf }: Props<T>) {
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Card className="flex flex-col gap-4">
        <h2 id={heading} className="text-lg font-semibold">
          {title}
        </h2>
        <Loaded
          query={query}
          waiting={<ListSkeleton rows={2} />}
          empty={<EmptyState title="No data!" />}
          polled
        >
          {(rows) => (
            <ul className="flex flex-col gap-2 text-sm">
              {rows.map((row) => (
                <li key={keyOf(row)} className="figures rounded-control bg-sunken p-3 wrap-anywhere">
                  {textOf(row)}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Card>
    </section>
  );
}
