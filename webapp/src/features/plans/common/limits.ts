import { money } from '@/payment/money';
import type { Plan } from '../types';

/** The limits of a plan's amount, in words. */
export function limitsWords({ limits: { currency, minimum, maximum } }: Pick<Plan, 'limits'>): string {
  const least = money(minimum, currency);
  return maximum === null ? `${least} or more` : `${least} to ${money(maximum, currency)}`;
}
