import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/states';
import type { ListedCoin } from './queries';

interface Props {
  coin: ListedCoin;
  balance: string;
  /** The reason why coins are needed. */
  to: 'sell' | 'send';
  onReceive: () => void;
}

/** The empty state of selling or sending coins, with the way to get some where there is one. */
export function NoCoins({ coin: { symbol, name, actions }, balance, to, onReceive }: Props) {
  return (
    <EmptyState title={`You have no ${name} to ${to} yet`}>
      <p className="text-sm text-muted">
        <span>{'Available: '}</span>
        <Balance amount={balance} currency={symbol as Currency} />
      </p>
      {actions.includes('receive') ? (
        <>
          <p className="text-sm text-muted">{`Receive ${name} from another wallet first.`}</p>
          <Button wide onClick={onReceive}>
            {`Receive ${name}`}
          </Button>
        </>
      ) : (
        <p className="text-sm text-muted">{`${name} can't be received here at the moment.`}</p>
      )}
    </EmptyState>
  );
}
