import type { Contract } from '@/api/contract';

/** Short names for the contract's wallet types. */
export type Rates = Contract<'RateTable'>;
export type Destination = Contract<'TransferDestination'>;
export type Wallet = Contract<'Wallet'>;
export type Accounts = Contract<'Accounts'>;
export type VirtualAccount = Contract<'VirtualAccount'>;
export type Beneficiary = Contract<'Beneficiary'>;
export type Cap = Contract<'Cap'>;
