import { useQuery } from '@tanstack/react-query';
import { Target } from 'lucide-react';
import type { Contract } from '@/api/contract';
import { useUser } from '@/api/use-session';
import { AlertCard } from '@/features/signals/alert-card';
import { AutoTradeCard } from '@/features/signals/auto-trade-card';
import { ExchangeCard } from '@/features/signals/exchange-card';
import { predictionsQuery } from '@/features/signals/queries';
import { useAutoTradeOffered } from '@/features/signals/subscription';
import { useServices } from '@/ui/configuration';
import { Card } from '@/ui/page';
import { Row } from '@/ui/row';
import { isFirstLoad, ListSkeleton } from '@/ui/states';
import { usePinFirst } from '../use-pin-first';
import { At } from './at';

/** Trade signals, and the user's own exchange. */
export default function TradingSettings() {
  const user = useUser();
  const has = useServices();
  const trades = useAutoTradeOffered();
  const before = usePinFirst((user?.settings.base_currency ?? 'NGN') as Contract<'Currency'>, true);
  const signals = has('signals');
  const board = useQuery({ ...predictionsQuery, enabled: signals });
  // It decides whether a month is sold: the reason would move what is below it.
  if (isFirstLoad(board)) return <ListSkeleton rows={4} />;
  return (
    <>
      <At name="signals">{signals && user && <AlertCard user={user} before={before} />}</At>
      <At name="exchange">
        <ExchangeCard />
      </At>
      {trades && (
        <At name="auto-trade">
          <div className="flex flex-col gap-5">
            <AutoTradeCard orders />
            <Card>
              <Row to="/strategy" icon={Target} label="Strategy" />
            </Card>
          </div>
        </At>
      )}
    </>
  );
}
