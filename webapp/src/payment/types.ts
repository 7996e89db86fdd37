import type { Contract } from '@/api/contract';

/** The contract's types that payments speak of, under their short names. */
export type Currency = Contract<'Currency'>;
export type Counterparty = Contract<'Counterparty'>;
export type Line = Contract<'QuoteLine'>;
export type Quote = Contract<'Quote'>;
export type Transaction = Contract<'Transaction'>;
