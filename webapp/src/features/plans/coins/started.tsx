import { useQuery } from '@tanstack/react-query';
import { evaluate } from '@/engine';
import { Facts } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import { Loaded } from '@/ui/loaded';
import { Card } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { planOfQuery } from '../queries';
import type { Subscription } from '../types';
import { CoinRows } from './coin-rows';

const LOOK_AGAIN_MS = 2000;

/** The next step, until all coins are bought. */
const NEXT: Partial<Record<Subscription['status'], string>> = {
  PENDING: "We're waiting for your payment. We'll buy the coins when it arrives.",
  INITIATED: 'We are buying your coins.',
};

/** A coin set that was started. It is fetched by its reference, so a URL cannot fake it. */
export function CoinSetStarted({ reference }: { reference: string }) {
  const found = useQuery({
    ...planOfQuery(reference),
    refetchInterval: ({ state }) => (state.data && NEXT[state.data.status] ? LOOK_AGAIN_MS : false),
  });
  return (
    <Loaded query={found} waiting={<ListSkeleton rows={4} />} polled>
      {(set) => <Result set={set} />}
    </Loaded>
  );
}

function Result({ set: { name, plan, currency, amount, status, reference, coins } }: { set: Subscription }) {
  const { label } = evaluate('status.label', { status });
  return (
    <>
      <div role="status" className="flex flex-col items-center gap-1 pt-4 text-center">
        <p className="text-lg font-semibold">{`Coin set: ${label}`}</p>
        <p className="figures text-2xl font-bold wrap-anywhere">
          <Balance amount={amount} currency={currency} />
        </p>
        {NEXT[status] && <p className="text-sm text-muted">{NEXT[status]}</p>}
      </div>
      <Card>
        <Facts
          rows={[
            ['Name', name],
            ['Plan', plan.name],
            ['Reference', reference],
          ]}
        />
      </Card>
      {coins.length > 0 && <CoinRows rows={coins} currency={currency} />}
    </>
  );
}
