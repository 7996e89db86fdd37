import { evaluate } from '@/engine';

/** A coin's formatted price in tether: 93,298.57. */
export const coinPrice = (price: string): string => evaluate('coin.price', { price }).text ?? price;
