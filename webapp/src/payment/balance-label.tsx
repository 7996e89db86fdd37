import { useQuery } from '@tanstack/react-query';
import { useOnline } from '@/lib/online';
import { timeOf } from './days';
import { accountsQuery } from './queries';

/**
 * The balance's name, with its time while it may be out of date: kept from an earlier page, or without a connection.
 * About as long either way, so that nothing moves.
 */
export function BalanceLabel() {
  const isOnline = useOnline();
  const { dataUpdatedAt } = useQuery({ ...accountsQuery, enabled: false });
  const isKept = dataUpdatedAt < performance.timeOrigin;
  const text =
    isOnline && !isKept
      ? 'Available balance'
      : `Balance as of ${timeOf(new Date(dataUpdatedAt).toISOString())}`;
  return <p className="min-w-0 text-sm">{text}</p>;
}
