import { visibility } from '@/lib/visibility';
import { evaluate } from './evaluate';
import type { Violation } from './index';

/** The text in place of a figure while balances are hidden. */
const mask = (): string =>
  evaluate('balance.display', { amount: '0', currency: 'NGN', visible: false }).text ?? '';

/** A violation for display: while balances are hidden, the balance is masked in its message. */
export function asShown(violation: Violation): Violation {
  const { code, message, params } = violation;
  const { limit } = params;
  if (visibility.get() || code !== 'insufficient_balance' || typeof limit !== 'string') return violation;
  return { ...violation, message: message.replaceAll(limit, mask()) };
}
