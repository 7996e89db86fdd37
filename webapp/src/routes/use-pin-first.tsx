import { useQuery } from '@tanstack/react-query';
import { isPinSet, pinStatusQuery } from '@/features/identity/pin';
import { FirstPin } from '@/features/identity/pin-sheet';
import type { Elements } from '@/lib/elements';
import type { Currency } from '@/payment/types';
import { isFirstLoad, ListSkeleton } from '@/ui/states';

/** The form that sets a missing PIN, in place of the stage that requires it; undefined if there is one. */
export function usePinFirst(currency: Currency, wanted: boolean, name?: string): Elements | undefined {
  const statuses = useQuery({ ...pinStatusQuery, enabled: wanted });
  // Until the status has loaded, a form is not shown: it might be replaced while typing.
  if (isFirstLoad(statuses)) return <ListSkeleton rows={3} />;
  const status = statuses.data?.[currency];
  const isMissing = status !== undefined && !isPinSet(status);
  const naira = statuses.data?.NGN;
  return isMissing ? (
    <FirstPin currency={currency} status={status} naira={naira} {...(name && { name })} />
  ) : undefined;
}
