import { CoinMark } from '@/ui/coin-mark';
import type { ListedCoin } from './queries';

/** The coin of a sheet. */
export const CoinLine = ({ coin: { symbol, name } }: { coin: Pick<ListedCoin, 'symbol' | 'name'> }) => (
  <p className="flex items-center gap-3">
    <CoinMark symbol={symbol} />
    <span className="min-w-0">
      <span className="block font-semibold">{name}</span>
      <span className="block text-sm text-muted">{symbol}</span>
    </span>
  </p>
);
