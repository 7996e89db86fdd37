import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
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
  is_charge: false,
  status: 'PENDING',
});

it('shows the paid part of an instalment, however small', () => {
  const instalments = [instalment(1, '1.00'), instalment(2, '0.00')];
  render(<InstalmentList instalments={instalments} currency="NGN" label="Your instalments" />);
  const [begun, untouched] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(begun).toContain('paid ₦1.00');
  expect(untouched).not.toContain('paid');
});

it('marks an instalment as overdue from the day after it was due', () => {
  const due: Instalment = { ...instalment(1, '0.00'), status: 'DUE' };
  const saidOn = (day: string) => {
    vi.setSystemTime(`${day}T11:00:00Z`);
    const { unmount, container } = render(
      <InstalmentList instalments={[due]} currency="NGN" label="Yours" />,
    );
    const text = container.textContent;
    unmount();
    return text;
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  expect(saidOn('2026-12-22')).toMatch(/Due$/);
  expect(saidOn('2026-12-23')).toMatch(/Overdue$/);
  vi.useRealTimers();
});
