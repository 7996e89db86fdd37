import { expect, test } from 'vitest';
import { evaluate } from '@/engine/later';
import { newSetLeaving, ownLeaving } from './leaving';
import type { Plan, Subscription } from './types';

const plan = {
  is_flexible: false,
  opt_out_penalty: '5',
  duration: 1,
  duration_unit: 'week',
  limits: { currency: 'NGN' },
} as Plan;
const own = {
  type: 'coins',
  plan,
  currency: 'NGN',
  pot_currency: 'NGN',
  due_at: '2026-12-02',
  savings: [{ due_at: '2026-11-25', amount: '150000.00', amount_paid: '150000.00' }],
  // One of two coins could not be bought, and its part came back.
  termination: { allowed: true, paid: '60000.00' },
} as Subscription;
const penalties = (leaving: ReturnType<typeof ownLeaving>) => {
  const preview = leaving && evaluate('termination.preview', { ...leaving, today: '2026-11-25' });
  return preview?.valid ? preview.days.map(({ penalty }) => penalty) : null;
};

test('the penalty of a coin set is a share of the money spent on coins, on every day before its end', () => {
  expect(penalties(ownLeaving(own))).toEqual([...Array(7).fill('3000.00'), '0.00']);
});

test('the penalty of a coin set that would be bought today is a share of its whole amount', () => {
  const leaving = newSetLeaving(plan, '150000', '2026-11-25');
  expect(penalties(leaving)).toEqual([...Array(7).fill('7500.00'), '0.00']);
});

test('the penalty of savings counts the instalments due until the day of leaving', () => {
  const savings = [
    { due_at: '2026-11-25', amount: '100.00', amount_paid: '100.00' },
    { due_at: '2026-12-01', amount: '100.00', amount_paid: '0.00' },
  ] as Subscription['savings'];
  const termination = { ...own.termination, paid: '100.00' };
  const leaving = ownLeaving({ ...own, type: 'savings', savings, termination });
  expect(penalties(leaving)).toEqual([...Array(6).fill('5.00'), '10.00', '0.00']);
});

test('a loan, and a plan that has no end yet, have no slider', () => {
  expect(ownLeaving({ ...own, type: 'loan' })).toBeNull();
  expect(ownLeaving({ ...own, due_at: null })).toBeNull();
});
