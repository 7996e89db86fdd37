import { Link } from '@tanstack/react-router';
import { ArrowDownLeft, ArrowUpRight, Banknote, type LucideIcon } from 'lucide-react';
import { DayChange } from '@/payment/change';
import { timeOf } from '@/payment/days';
import { Balance, Money } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Button, buttonClasses } from '@/ui/button';
import { CoinMark } from '@/ui/coin-mark';
import { BUTTONS, Columns } from '@/ui/columns';
import { useServices } from '@/ui/configuration';
import { Card } from '@/ui/page';
import type { Wallet } from '../types';
import { Arrivals } from './arrivals';
import { CoinChart } from './coin-chart';
import type { HoldingPart } from './holdings';
import { coinPrice } from './price';
import { priceWords } from './prices';
import type { ListedCoin } from './queries';

/** The actions that open a sheet. */
export type CoinAction = Exclude<ListedCoin['actions'][number], 'chart'>;

interface Props {
  coin: ListedCoin;
  wallet: Wallet | undefined;
  /** Undefined if the user has none of it. */
  part: HoldingPart | undefined;
  onAction: (action: CoinAction) => void;
}

const ACTIONS: readonly { action: CoinAction; label: string; icon: LucideIcon }[] = [
  { action: 'receive', label: 'Receive', icon: ArrowDownLeft },
  { action: 'send', label: 'Send', icon: ArrowUpRight },
  { action: 'sell', label: 'Sell', icon: Banknote },
];

/** One coin: its worth and amount, its price over time, and what can be done with it. */
export function CoinView({ coin, wallet, part, onAction }: Props) {
  const { symbol, name, actions, is_held } = coin;
  const has = useServices();
  // Coins are sold and sent by those who have some.
  const offered = ACTIONS.filter(({ action }) => actions.includes(action) && (part || action === 'receive'));
  return (
    <Columns
      first={
        <>
          <Card className="flex flex-col gap-4">
            <Worth coin={coin} wallet={wallet} part={part} />
            {offered.length > 0 && (
              <div className={BUTTONS_OF_THREE}>
                {offered.map(({ action, label, icon: Icon }) => (
                  <Button
                    key={action}
                    className="gap-1! px-2! text-sm"
                    look={action === 'sell' || offered.length === 1 ? 'primary' : 'quiet'}
                    aria-label={`${label} ${name}`}
                    onClick={() => onAction(action)}
                  >
                    <Icon aria-hidden className="size-5 rtl:-scale-x-100" />
                    <span>{label}</span>
                  </Button>
                ))}
              </div>
            )}
          </Card>
          {is_held && <Arrivals coin={symbol} />}
        </>
      }
      second={
        <>
          {has('coins') && actions.includes('chart') && <CoinChart coin={coin} />}
          <div className={BUTTONS}>
            {has('coins') && actions.includes('chart') && (
              <Link to="/trade/$coin" params={{ coin: symbol }} className={buttonClasses('quiet')}>
                {has('signals') ? 'Candles and signals' : 'More candles'}
              </Link>
            )}
            {has('coin_sets') && (
              <Link to="/plans" className={buttonClasses('quiet')}>
                Start a coin set
              </Link>
            )}
          </div>
        </>
      }
    />
  );
}

/** Three beside each other on a phone. */
const BUTTONS_OF_THREE = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.5rem),1fr))] gap-2';

/** The amount that the user has, and the price of one: in naira, and then in USDT. */
function Worth({ coin, wallet, part }: Pick<Props, 'coin' | 'wallet' | 'part'>) {
  const { symbol, price, change_24h, updated_at, actions } = coin;
  const has = useServices();
  const words = has('coins') ? priceWords(coin) : undefined;
  return (
    <div className="flex items-start gap-3">
      <CoinMark symbol={symbol} />
      <div className="min-w-0 grow">
        {part && wallet && (
          <>
            {part.worth && (
              <>
                <p className="text-sm text-muted">Worth now</p>
                <p className="text-2xl font-bold">
                  <Money own amount={part.worth} currency="NGN" />
                </p>
              </>
            )}
            <p className="figures font-medium">
              <Balance amount={wallet.balance} currency={symbol as Currency} />
            </p>
          </>
        )}
        {words !== undefined && (
          <p className={part ? 'figures text-sm text-muted' : 'figures'}>
            <span>{`1 ${symbol} = `}</span>
            <strong className={part ? 'font-semibold' : 'text-xl'}>{words}</strong>
            {/* A chart has the change of its own time. */}
            {change_24h !== null && !actions.includes('chart') && (
              <>
                <span> </span>
                <DayChange percent={change_24h} />
              </>
            )}
          </p>
        )}
        {price !== null && words !== undefined && (
          <p className="figures text-xs text-muted">
            {`${coinPrice(price)} USDT${updated_at === null ? '' : `, as of ${timeOf(updated_at)}`}`}
          </p>
        )}
      </div>
    </div>
  );
}
