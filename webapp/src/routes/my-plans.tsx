import { getRouteApi, Link } from '@tanstack/react-router';
import { ChartLine } from 'lucide-react';
import { CoinSetItem } from '@/features/plans/coins/coin-set-item';
import { CoinSetStarted } from '@/features/plans/coins/started';
import { NOT_OFFERED } from '@/features/plans/coins/words';
import { OwnPlans } from '@/features/plans/own-plans';
import { buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { Page } from '@/ui/page';
import { EmptyState } from '@/ui/states';

/** The user's coin sets, the newest first. */
export function MyPlans() {
  const { id } = getRouteApi('/inside/my-plans').useSearch();
  const offered = useServices()('coin_sets');
  return (
    <Page title="My coin sets" back="/dashboard" wide>
      <OwnPlans
        key={id}
        type="coins"
        shown={id}
        empty={
          offered ? (
            <EmptyState
              icon={<ChartLine aria-hidden className="size-6" />}
              title="You have no coin sets yet."
            >
              <p className="text-sm text-muted">Choose an investment plan to start.</p>
            </EmptyState>
          ) : (
            <EmptyState title={NOT_OFFERED} />
          )
        }
      >
        {(set, card) => <CoinSetItem set={set} {...card} />}
      </OwnPlans>
      {offered && (
        <Link to="/plans" className={buttonClasses('primary', true)}>
          <ChartLine aria-hidden className="size-5" />
          <span>See the plans</span>
        </Link>
      )}
    </Page>
  );
}

/** The confirmation of a started coin set. */
export function CoinsSubscribed() {
  const { reference } = getRouteApi('/inside/subscribe-success').useSearch();
  return (
    <Page title="Coin set" quiet>
      {reference === undefined ? (
        <EmptyState drawing="not-found" title="We couldn't find this coin set" />
      ) : (
        <CoinSetStarted reference={reference} />
      )}
      <Link to="/my-plans" className={buttonClasses('primary', true)}>
        My coin sets
      </Link>
    </Page>
  );
}
