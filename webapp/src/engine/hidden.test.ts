import { afterEach, expect, it } from 'vitest';
import { problemOf } from '@/api/problem';
import { toggleVisibility, visibility } from '@/lib/visibility';
import { evaluate } from './evaluate';
import { asShown } from './hidden';

const rates = { NGN: { sell_rate: '1500' } };
const tooMuch = () => {
  const input = {
    amount: '6000',
    currency: 'NGN',
    ledger_balance: '5000',
    destination: 'bank',
    rates,
  } as const;
  const [violation] = evaluate('withdrawal.check', { ...input, tariffs: null, today: null }).violations;
  if (!violation) throw new Error('it was accepted');
  return violation;
};

afterEach(() => {
  if (!visibility.get()) toggleVisibility();
});

it('masks the balance in a refusal while balances are hidden', () => {
  expect(asShown(tooMuch()).message).toBe('you cannot withdraw above your available balance of NGN 5000.00');
  toggleVisibility();
  expect(asShown(tooMuch()).message).toBe(
    'you cannot withdraw above your available balance of NGN XXXXXXXXXXX',
  );
});

it("masks it in the server's refusal too, but no other limits", async () => {
  toggleVisibility();
  const violation = tooMuch();
  const body = { code: 'refused', message: violation.message, violations: [violation] };
  const problem = await problemOf(new Response(JSON.stringify(body), { status: 422 }));
  const hidden = 'you cannot withdraw above your available balance of NGN XXXXXXXXXXX';
  expect([problem.message, problem.violations[0]?.message]).toEqual([hidden, hidden]);
  const least = { ...violation, code: 'below_minimum', message: 'you cannot withdraw below N200' } as const;
  expect(asShown(least)).toEqual(least);
});
