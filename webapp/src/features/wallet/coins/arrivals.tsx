import { useQuery } from '@tanstack/react-query';
import { Money } from '@/payment/money';
import { networkLabel } from './networks';
import { arrivalsQuery } from './queries';

/** A coin's incoming deposits with their confirmations; renders nothing without any. */
export function Arrivals({ coin }: { coin: string }) {
  const arrivals = useQuery(arrivalsQuery).data ?? [];
  const own = arrivals.filter((arrival) => arrival.coin === coin);
  return (
    <ul className="flex flex-col gap-2 empty:hidden">
      {own.map(({ id, amount, coin: symbol, network, confirmations, needed }) => (
        <li key={id} className="rounded-control bg-accent-soft px-4 py-3 text-sm">
          <strong className="block">
            <Money own amount={amount} currency={symbol} />
          </strong>
          <span>{` on its way over ${networkLabel(network)}: ${
            confirmations === null
              ? `waiting for ${needed} confirmations`
              : `${confirmations} of ${needed} confirmations`
          }`}</span>
        </li>
      ))}
    </ul>
  );
}
