import { evaluate } from '@/engine';

/**
 * An exchange's figure for display: 95,000.5. Such figures have up to eight decimals, as many as an amount of bitcoin.
 */
export const shownFigure = (text: string): string =>
  evaluate('money.group', { text, currency: 'BTC', caret: null, whole: true }).text ?? text;
