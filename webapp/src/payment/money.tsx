import { useSyncExternalStore } from 'react';
import { evaluate } from '@/engine';
import { visibility } from '@/lib/visibility';
import type { Currency } from './types';

export const useVisible = (): boolean => useSyncExternalStore(visibility.subscribe, visibility.get);

const COINS: ReadonlySet<Currency> = new Set(['BTC', 'ETH', 'USDT']);

/** Coins are shown with all their decimals: with two, most amounts would read as nothing. */
const inFull = (amount: string, currency: Currency): string | undefined =>
  COINS.has(currency) ? `${currency} ${amount}` : undefined;

/** An amount formatted for people: a price, or what is about to be paid. What was paid and what there is: `Balance`. */
export const money = (amount: string, currency: Currency): string =>
  inFull(amount, currency) ?? evaluate('money.format', { amount, currency }).text ?? amount;

/** An amount of the user's own, held or paid, masked while balances are hidden. */
export function Balance({ amount, currency }: { amount: string; currency: Currency }) {
  const visible = useVisible();
  const { text } = evaluate('balance.display', { amount, currency, visible });
  return <span className="figures">{(visible && inFull(amount, currency)) || text}</span>;
}

/** A number of an account, masked while balances are hidden. */
export function AccountNumber({ number }: { number: string }) {
  const visible = useVisible();
  const { text } = evaluate('balance.display', { amount: '0', currency: 'NGN', visible });
  return visible ? number : text;
}
