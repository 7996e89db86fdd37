import type { Contract, DataOf } from '@/api/contract';

/** Short names for the contract's types used by the wallet. */
export type Rates = DataOf<'GET', '/rates'>;
export type Destination = Contract<'TransferDestination'>;
export type Wallet = Contract<'Wallet'>;
export type Accounts = Contract<'Accounts'>;
export type Beneficiary = Contract<'Beneficiary'>;
export type Withdrawal = Contract<'WithdrawalLine'>;
export type Bank = Contract<'BankEntry'>;
export type Cap = Contract<'Cap'>;
export type Mandate = Contract<'Mandate'>;
