import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { InstalmentList } from './instalment-list';
import type { Instalment } from './types';

const instalment = (number: number, amount_paid: string): Instalment => ({
  id: `i${number}`,
  number,
  due_at: '2026-12-22',
  amount: '100000.00',
  amount_paid,
  interest: null,
  principal: null,
  payer: null,
  status: 'PENDING',
});

it('shows what is paid of an instalment, however little', () => {
  const instalments = [instalment(1, '1.00'), instalment(2, '0.00')];
  render(<InstalmentList instalments={instalments} currency="NGN" label="Your instalments" />);
  const [begun, untouched] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(begun).toContain('paid ₦1.00');
  expect(untouched).not.toContain('paid');
});
