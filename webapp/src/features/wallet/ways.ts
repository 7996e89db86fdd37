import { evaluate } from '@/engine';
import type { Currency } from '@/payment/types';

/** Whether a wallet of this currency is filled at an address: coins are. */
export const isReceived = (currency: Currency): boolean =>
  Boolean(evaluate('wallet.ways', { currency }).receive);

/** Whether money can be put into a wallet of this currency at all. */
export function canFund(currency: Currency): boolean {
  const { fund_bank, fund_card, fund_ussd } = evaluate('wallet.ways', { currency });
  return Boolean(fund_bank || fund_card || fund_ussd);
}
