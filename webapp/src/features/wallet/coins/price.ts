import { groupedAmount } from '@/ui/typed';

/** A coin's price for people, in tether: 93,298.57. */
export const coinPrice = (price: string): string => groupedAmount(price, 'USDT');
