import { useQuery } from '@tanstack/react-query';
import { useOnline } from '@/lib/online';
import { timeOf } from './days';
import { accountsQuery } from './queries';

/** The time of the wallets' figures, while they may be out of date: kept from an earlier page, or without a connection. */
export function AsOf() {
  const isOnline = useOnline();
  const { dataUpdatedAt } = useQuery({ ...accountsQuery, enabled: false });
  const isKept = dataUpdatedAt < performance.timeOrigin;
  if (isOnline && !isKept) return null;
  return <span>{`, as of ${timeOf(new Date(dataUpdatedAt).toISOString())}`}</span>;
}
