import { evaluate } from '@/engine';

/** A coin's price for people, in tether: 93,298.57. */
export const coinPrice = (price: string): string => evaluate('coin.price', { price }).text ?? price;
