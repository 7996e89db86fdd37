import type { Contract } from '@/api/contract';

/** The balance that can be spent from the naira wallet. */
export const spendable = (wallets: readonly Contract<'Wallet'>[]): string =>
  wallets.find(({ base_currency }) => base_currency === 'NGN')?.ledger_balance ?? '0.00';
