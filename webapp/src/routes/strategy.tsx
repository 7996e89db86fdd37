import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Plus, Target } from 'lucide-react';
import { useState } from 'react';
import { AutoTradeCard } from '@/features/signals/auto-trade-card';
import { AutoTradeOrders } from '@/features/signals/auto-trade-orders';
import { type Strategy, strategiesQuery } from '@/features/signals/queries';
import { StrategyRow } from '@/features/signals/strategy-row';
import { StrategySheet } from '@/features/signals/strategy-sheet';
import { StrategyExample } from '@/features/signals/strategy-words';
import { useAutoTradeOffered } from '@/features/signals/subscription';
import { coinsQuery } from '@/features/wallet/coins/queries';
import { Button, buttonClasses } from '@/ui/button';
import { Columns } from '@/ui/columns';
import { useServices } from '@/ui/configuration';
import { Loaded } from '@/ui/loaded';
import { Card, Page } from '@/ui/page';
import { EmptyState } from '@/ui/states';

/** The coin that prices are quoted in has no figures itself. */
const QUOTED_IN = 'USDT';

/** The user's strategies for buying. (Document 3, section 2.) */
export function StrategyPage() {
  const offered = useAutoTradeOffered();
  return (
    <Page title="Strategy" back="/settings/trading" wide>
      {offered ? <Strategies /> : <EmptyState title="Automatic trading is not offered here." />}
    </Page>
  );
}

function Strategies() {
  const strategies = useQuery(strategiesQuery);
  const coins = useQuery(coinsQuery);
  const [edited, setEdited] = useState<Strategy | 'new' | null>(null);
  const symbols = (coins.data ?? []).map(({ symbol }) => symbol).filter((symbol) => symbol !== QUOTED_IN);
  return (
    <>
      <Columns
        first={
          <>
            <AutoTradeCard />
            <Loaded
              query={strategies}
              empty={
                <EmptyState icon={<Target aria-hidden className="size-6" />} title="No strategies yet">
                  <StrategyExample />
                </EmptyState>
              }
            >
              {(rows) => (
                <ul className="flex flex-col gap-3">
                  {rows.map((strategy) => (
                    <li key={strategy.id}>
                      <Card>
                        <StrategyRow strategy={strategy} onChange={() => setEdited(strategy)} />
                      </Card>
                    </li>
                  ))}
                </ul>
              )}
            </Loaded>
            <Button wide onClick={() => setEdited('new')}>
              <Plus aria-hidden className="size-5" />
              <span>Add strategy</span>
            </Button>
            <StartPlan />
          </>
        }
        second={<AutoTradeOrders />}
      />
      {edited !== null && (
        <StrategySheet
          strategy={edited === 'new' ? null : edited}
          coins={symbols}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  );
}

/** The plans' own page. */
function StartPlan() {
  const has = useServices();
  if (!has('coin_sets')) return null;
  return (
    <Link to="/plans" className={buttonClasses('quiet', true)}>
      Start Plan
    </Link>
  );
}
