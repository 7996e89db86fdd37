import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Circle } from '@/features/plans/groups/circle';
import { LOOK_EVERY_MS, subscriptionQuery } from '@/features/plans/queries';
import { QrCode } from '@/features/wallet/qr-code';
import { buttonClasses } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';

const NOT_FOUND = 404;

/** The people who save together in a group of the user's. */
export function CirclePage() {
  const { id } = getRouteApi('/inside/circle').useSearch();
  const found = useQuery({
    ...subscriptionQuery(id ?? ''),
    enabled: id !== undefined,
    refetchInterval: LOOK_EVERY_MS,
  });
  const isMissing = id === undefined || found.error?.status === NOT_FOUND;
  return (
    <Page title="The circle" back="/my-savings">
      {isMissing ? (
        <EmptyState drawing="not-found" title="We couldn't find this group" />
      ) : (
        <Loaded query={found} waiting={<ListSkeleton rows={4} />}>
          {(subscription) =>
            subscription.members.length === 0 ? (
              <EmptyState drawing="not-found" title="You are not in this group" />
            ) : (
              <Circle
                subscription={subscription}
                qr={(text, label) => <QrCode text={text} label={label} />}
              />
            )
          }
        </Loaded>
      )}
      {!isMissing && (
        <Link to="/my-savings" search={{ id }} className={buttonClasses('primary', true)}>
          See my part
        </Link>
      )}
    </Page>
  );
}
