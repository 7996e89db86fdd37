import { evaluate } from '@/engine';
import type { Currency } from '@/payment/types';

/** Whether a wallet of this currency is funded at an address, as coins are. */
export const isReceived = (currency: Currency): boolean =>
  Boolean(evaluate('wallet.ways', { currency }).receive);

/** Whether a wallet of this currency can be funded at all. */
export function canFund(currency: Currency): boolean {
  const { fund_bank, fund_card, fund_ussd } = evaluate('wallet.ways', { currency });
  return Boolean(fund_bank || fund_card || fund_ussd);
}
