import { evaluate, type RuleOutput } from '@/engine/later';
import type { Wallet } from '../types';
import type { ListedCoin } from './queries';

export type Holdings = RuleOutput<'coin.holdings'>;
export type HoldingPart = NonNullable<Holdings['parts']>[number];

/** The worth of the user's coins, with its change within a day. */
export function holdingsOf(coins: ListedCoin[], wallets: Wallet[]): Holdings {
  const held = wallets.flatMap(({ base_currency: coin, balance, worth }) => {
    const listed = coins.find(({ symbol, is_held }) => is_held && symbol === coin);
    if (!listed) return [];
    return [{ coin, balance, worth, price: listed.price, day_ago: listed.price_day_ago }];
  });
  return evaluate('coin.holdings', { coins: held, currency: 'NGN' });
}

export const partOf = ({ parts }: Holdings, symbol: string): HoldingPart | undefined =>
  parts?.find(({ coin }) => coin === symbol);
