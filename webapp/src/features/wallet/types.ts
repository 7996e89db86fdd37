import type { RuleInput } from '@/engine';

export type Currency = RuleInput<'balance.display'>['currency'];
export type Rates = RuleInput<'transfer.quote'>['rates'];
export type Destination = RuleInput<'transfer.quote'>['destination'];

export interface Wallet {
  id: string;
  base_currency: Currency;
  /** Settled. */
  balance: string;
  /** What can be spent. */
  ledger_balance: string;
  /** The wallet number. */
  identity: string;
  created_at: string;
}

export interface Accounts {
  active_account: string;
  wallets: Wallet[];
  total: { currency: Currency; amount: string };
  summary: Record<'savings' | 'loan', { settled: string; balance: string }>;
}

export interface VirtualAccount {
  currency: Currency;
  account_number: string;
  bank_name: string;
  account_name: string;
  reference: string;
  routing_number?: string;
  swift_code?: string;
}

export interface Bank {
  name: string;
  code: string;
  ussd_template: string | null;
}

export interface Beneficiary {
  id: string;
  bank_code: string;
  bank_name: string;
  account_number: string;
  account_name: string;
  is_default: boolean;
}

export interface Counterparty {
  name: string;
  account_number?: string | null;
  bank_name?: string | null;
  wallet_number?: string | null;
}

export interface Line {
  code: string;
  label: string;
  amount: string;
}

export interface Quote {
  id: string;
  destination: Destination;
  currency: Currency;
  amount: string;
  fee: string;
  total: string;
  lines: Line[];
  /** What `pin-confirm` takes. */
  payee: string;
  recipient: Counterparty;
  expires_at: string;
}

export interface Transaction {
  reference: string;
  category: string;
  type: 'CREDIT' | 'DEBIT';
  status: RuleInput<'status.label'>['status'];
  currency: Currency;
  gross_amount: string;
  net_amount: string;
  charge: string;
  description: string;
  counterparty: Counterparty | null;
  comment: string | null;
  created_at: string;
}
