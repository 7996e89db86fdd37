import { evaluate, type RuleOutput } from '@/engine';
import type { Transaction } from './types';

export type Lines = RuleOutput<'receipt.lines'> & { valid: true };

/** The texts and figures of a receipt, which the picture and the PDF share. */
export function linesOf(transaction: Transaction, owner: string | null, visible: boolean): Lines {
  const { reference, category, type, status, currency, description, comment, created_at } = transaction;
  const { gross_amount, charge, net_amount, counterparty, token = null, units = null } = transaction;
  const party = counterparty && {
    name: counterparty.name,
    bank_name: counterparty.bank_name ?? null,
    account_number: counterparty.account_number ?? null,
    wallet_number: counterparty.wallet_number ?? null,
  };
  const lines = evaluate('receipt.lines', {
    reference,
    category,
    type,
    status,
    currency,
    gross_amount,
    charge,
    net_amount,
    description,
    counterparty: party,
    comment,
    token,
    units,
    created_at,
    owner,
    visible,
  });
  if (!lines.valid) throw new TypeError('a transaction has no receipt');
  return lines;
}
