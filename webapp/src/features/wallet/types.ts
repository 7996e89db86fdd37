import type { Contract } from '@/api/contract';

/** The contract's types that the wallet's parts speak of, under their short names. */
export type Currency = Contract<'Currency'>;
export type Rates = Contract<'RateTable'>;
export type Destination = Contract<'TransferDestination'>;
export type Wallet = Contract<'Wallet'>;
export type Accounts = Contract<'Accounts'>;
export type VirtualAccount = Contract<'VirtualAccount'>;
export type Funding = Contract<'Funding'>;
export type Beneficiary = Contract<'Beneficiary'>;
export type Counterparty = Contract<'Counterparty'>;
export type Line = Contract<'QuoteLine'>;
export type Cap = Contract<'Cap'>;
export type Quote = Contract<'Quote'>;
export type Transaction = Contract<'Transaction'>;
