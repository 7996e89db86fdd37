import type { Contract } from '@/api/contract';

/** Short names for the contract's payment types. */
export type Currency = Contract<'Currency'>;
export type Counterparty = Contract<'Counterparty'>;
export type Line = Contract<'QuoteLine'>;
export type Quote = Contract<'Quote'>;
export type Transaction = Contract<'Transaction'>;
export type VirtualAccount = Contract<'VirtualAccount'>;
export type CardStarted = Contract<'CardStarted'>;
