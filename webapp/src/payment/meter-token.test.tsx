import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inFours, MeterToken } from './meter-token';
import type { Transaction } from './types';

const bought = { token: '12345678901234567890', units: '10.5' } as Transaction;

test('a token is shown in groups of four', () => {
  expect(inFours('12345678901234567890')).toBe('1234 5678 9012 3456 7890');
  expect(inFours('123456')).toBe('1234 56');
  render(<MeterToken transaction={bought} />);
  expect(screen.getByText('1234 5678 9012 3456 7890')).toBeTruthy();
  expect(screen.getByText('10.5 kWh')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Copy token' })).toBeTruthy();
});

test('a pending token is announced', () => {
  render(<MeterToken transaction={{ token_pending: true } as Transaction} />);
  expect(screen.getByRole('status').textContent).toContain('on its way');
});

test('other payments have no token', () => {
  const { container } = render(<MeterToken transaction={{} as Transaction} />);
  expect(container.textContent).toBe('');
});
