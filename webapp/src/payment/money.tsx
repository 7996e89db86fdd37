import { useSyncExternalStore } from 'react';
import { evaluate } from '@/engine';
import { readStored, store } from '@/lib/storage';
import { Watched } from '@/lib/watched';
import type { Currency } from './types';

/** Whether balances are visible; 'no' hides them on every screen. */
const visibility = new Watched(readStored('visibility') !== 'no');

export function toggleVisibility(): void {
  visibility.set(!visibility.get());
  store('visibility', visibility.get() ? 'yes' : 'no');
}

export const useVisible = (): boolean => useSyncExternalStore(visibility.subscribe, visibility.get);

/** An amount formatted for people. */
export const money = (amount: string, currency: Currency): string =>
  evaluate('money.format', { amount, currency }).text ?? amount;

/** An amount of the user's own, masked while balances are hidden. */
export function Balance({ amount, currency }: { amount: string; currency: Currency }) {
  const visible = useVisible();
  const { text } = evaluate('balance.display', { amount, currency, visible });
  return <span className="figures">{text}</span>;
}
