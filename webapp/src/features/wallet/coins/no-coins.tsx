import { Link } from '@tanstack/react-router';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Button, buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { EmptyState } from '@/ui/states';
import type { ListedCoin } from './queries';

interface Props {
  coin: ListedCoin;
  balance: string;
  /** The reason why coins are needed. */
  to: 'sell' | 'send';
  onReceive: () => void;
}

/** The empty state of selling or sending coins, with ways to get some. */
export function NoCoins({ coin, balance, to, onReceive }: Props) {
  const has = useServices();
  const [moves, sells] = [has('coin_transfers'), has('coin_sets')];
  return (
    <EmptyState title={`You have no ${coin.name} to ${to} yet`}>
      <p className="text-sm text-muted">
        <span>{'Available: '}</span>
        <Balance amount={balance} currency={coin.symbol as Currency} />
      </p>
      {moves && sells && (
        <p className="text-sm text-muted">
          {`Receive ${coin.name} from another wallet, or buy coins through an investment plan.`}
        </p>
      )}
      {moves && (
        <Button wide onClick={onReceive}>
          {`Receive ${coin.name}`}
        </Button>
      )}
      {sells && (
        <Link to={'/plans' as string} className={buttonClasses('quiet', true)}>
          See the plans
        </Link>
      )}
    </EmptyState>
  );
}
