import { evaluate, type RuleOutput } from '@/engine';
import type { Transaction } from './types';

export type Lines = RuleOutput<'receipt.lines'> & { valid: true };

/** The words and figures of a receipt, which the picture and the PDF have too. */
export function linesOf(transaction: Transaction, owner: string | null, visible: boolean): Lines {
  const { counterparty, token = null, units = null, ...rest } = transaction;
  const party = counterparty && {
    name: counterparty.name,
    bank_name: counterparty.bank_name ?? null,
    account_number: counterparty.account_number ?? null,
    wallet_number: counterparty.wallet_number ?? null,
  };
  const lines = evaluate('receipt.lines', { ...rest, counterparty: party, token, units, owner, visible });
  if (!lines.valid) throw new TypeError('a transaction has no receipt');
  return lines;
}
