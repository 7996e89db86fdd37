import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TransactionRow } from './transaction-row';
import type { Transaction } from './types';

const sent = {
  reference: 'M36QKQ347W3STB59',
  category: 'wallet-transfer',
  type: 'DEBIT',
  status: 'SUCCESSFUL',
  currency: 'NGN',
  net_amount: '1520.00',
  gross_amount: '1500.00',
  charge: '20.00',
  description: 'Rent',
  counterparty: { name: 'Ada Obi' },
  created_at: '2026-11-22T23:52:18.451Z',
} as Transaction;

const textOf = (plain: boolean) =>
  render(<TransactionRow transaction={sent} plain={plain} />).container.textContent;

it('shows reference, amount and charge in the withdraw summary, and not in the history', () => {
  for (const text of ['Amount ₦1,500.00', 'Charge ₦20.00', sent.reference]) {
    expect(textOf(true)).toContain(text);
    expect(textOf(false)).not.toContain(text);
  }
});
