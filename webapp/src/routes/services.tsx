import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate, useNavigate } from '@tanstack/react-router';
import { type ComponentType, useState } from 'react';
import { AirtimeTab } from '@/features/bills/airtime-tab';
import { CableTab } from '@/features/bills/cable-tab';
import { DataTab } from '@/features/bills/data-tab';
import { type BillKind, type Review, TABS, type TabProps, tabOf } from '@/features/bills/kinds';
import { PowerResult } from '@/features/bills/power-result';
import { PowerTab } from '@/features/bills/power-tab';
import { PurchaseSheet } from '@/features/bills/purchase-sheet';
import { capQuery, recentQuery } from '@/features/bills/queries';
import { forgetKept } from '@/lib/kept';
import { accountsQuery } from '@/payment/queries';
import { resultOf } from '@/payment/result';
import { forgetPayment } from '@/payment/send';
import { spendable } from '@/payment/spendable';
import type { Transaction } from '@/payment/types';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { Loaded, together } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Segmented } from '@/ui/segmented';
import { EmptyState, isFirstLoad, ListSkeleton } from '@/ui/states';
import { usePinFirst } from './use-pin-first';

const PANELS: Record<BillKind, ComponentType<TabProps>> = {
  airtime: AirtimeTab,
  data: DataTab,
  cable: CableTab,
  power: PowerTab,
};

/** Bills: four tabs, each with its form, and the result of buying electricity. */
export function Services() {
  const { type, reference } = getRouteApi('/inside/services').useSearch();
  const navigate = useNavigate();
  const tab = tabOf(type);
  const has = useServices();
  const paid = (transaction: Transaction) => {
    forgetKept('bills.');
    void navigate(resultOf(transaction));
  };
  useUnfinishedPayment(paid);
  if (reference !== undefined) {
    return (
      <Page title="Electricity" back="/dashboard">
        <PowerResult reference={reference} />
      </Page>
    );
  }
  return (
    <Page title="Bills" back="/dashboard">
      {has('bills') ? (
        <Segmented
          label="Bills"
          options={TABS}
          value={tab}
          onChange={(next) => void navigate({ to: '/services', search: { type: next }, replace: true })}
        >
          <Purchases key={tab} tab={tab} onPaid={paid} />
        </Segmented>
      ) : (
        <EmptyState title="Bills cannot be paid here yet." />
      )}
      <Link to="/dashboard" className={buttonClasses('link', true)}>
        Goto Home
      </Link>
    </Page>
  );
}

/** Redirects to the tab. */
export function ServicesOfType() {
  const { type } = getRouteApi('/inside/vas/$type').useParams();
  return <Navigate to="/services" search={{ type: tabOf(type) }} replace />;
}

function Purchases({ tab, onPaid }: { tab: BillKind; onPaid: (transaction: Transaction) => void }) {
  const accounts = useQuery(accountsQuery);
  const allowance = useQuery(capQuery);
  const recent = useQuery(recentQuery(tab));
  const both = together(accounts, allowance);
  // Recent customers are above the form, and would move it down.
  const data = isFirstLoad(recent) ? undefined : both.data;
  const [review, setReview] = useState<Review>();
  const [open, setOpen] = useState(false);
  const before = usePinFirst('NGN', open);
  const Panel = PANELS[tab];
  return (
    <Loaded query={{ ...both, data }} waiting={<ListSkeleton rows={4} />}>
      {([{ wallets }, { cap }]) => (
        <>
          <Panel
            wallet={{
              balance: spendable(wallets),
              cap: cap?.amount ?? null,
              caution: cap?.message,
            }}
            onReview={(next) => {
              forgetPayment();
              setReview(next);
              setOpen(true);
            }}
          />
          {review && (
            <PurchaseSheet
              key={review.quote.id}
              review={review}
              open={open}
              before={before}
              onClose={() => setOpen(false)}
              onPaid={onPaid}
            />
          )}
        </>
      )}
    </Loaded>
  );
}
