import { shownFigure } from './figures';
import type { Strategy } from './queries';

type Conditions = Pick<Strategy, 'coin' | 'price' | 'percent_change_24h'>;

/** The purchase that a strategy asks for, in one sentence. */
export function strategyWords({ coin, price, percent_change_24h: change }: Conditions): string {
  if (coin === '') return 'Buys nothing: no coin is chosen.';
  return `Buys ${coin} at ${shownFigure(price)} USDT or less, when a signal predicts a change of ${shownFigure(change)}% or more in a day.`;
}

/** A strategy that somebody could have. */
const EXAMPLE: Conditions = { coin: 'BTC', price: '60000', percent_change_24h: '3' };

/** A strategy explained by an example. */
export const StrategyExample = () => (
  <div className="flex flex-col gap-2 text-sm text-muted">
    <p>A strategy is the price and the change at which you would buy a coin.</p>
    <p>{`For example: ${strategyWords(EXAMPLE)}`}</p>
  </div>
);
