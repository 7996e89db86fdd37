import { useQuery } from '@tanstack/react-query';
import { isPinSet, pinStatusQuery } from '@/features/identity/pin';
import { FirstPin } from '@/features/identity/pin-sheet';
import type { Elements } from '@/lib/elements';
import type { Currency } from '@/payment/types';
import { isFirstLoad, ListSkeleton } from '@/ui/states';

/** The form that sets a missing PIN, in place of the stage that asks for it; undefined where there is one. */
export function usePinFirst(currency: Currency, wanted: boolean): Elements | undefined {
  const statuses = useQuery({ ...pinStatusQuery, enabled: wanted });
  // Nobody types into a form that is then replaced.
  if (isFirstLoad(statuses)) return <ListSkeleton rows={3} />;
  const status = statuses.data?.[currency];
  const isMissing = status !== undefined && !isPinSet(status);
  return isMissing ? <FirstPin currency={currency} status={status} /> : undefined;
}
