import { expect, it } from 'vitest';
import { Problem, type ProblemCode } from '@/api/problem';
import { changesOf, planIn } from './changed-terms';
import type { Plan } from './types';

const plan: Plan = {
  id: 'p',
  version: 1,
  name: 'Quick Loan',
  type: 'loan',
  is_active: true,
  base_currency: 'NGN',
  risk_type: [],
  suitability: null,
  min_amount: '5000.00',
  max_amount: null,
  duration: 3,
  duration_unit: 'month',
  is_flexible: false,
  is_group: false,
  opt_out_penalty: '0',
  take_profit: '6',
  wait: null,
  wait_unit: null,
  request_fee: null,
  late_charge: null,
  pot_currency: 'NGN',
  return_rate: null,
  coin_types: [],
  description: [],
  how_to_buy: [],
  reference: 'quick',
  limits: { currency: 'NGN', minimum: '5000.00', maximum: null },
};

it('lists the differences, before and after', () => {
  const now: Plan = { ...plan, version: 2, take_profit: '30', wait: 2, wait_unit: 'week' };
  expect(changesOf(plan, now)).toEqual([
    ['Interest', '30% (before: 6%)'],
    ['Grace period', '2 weeks (before: none)'],
  ]);
  expect(changesOf(plan, { ...plan, version: 2 })).toEqual([]);
});

it('distinguishes changed terms from a changed price', () => {
  const refused = (code: ProblemCode, data: unknown) =>
    new Problem({ status: 409, code, message: 'Changed.', data });
  expect(planIn(refused('quote_changed', { plan }))).toEqual(plan);
  expect(planIn(refused('quote_changed', { quoted: {}, current: {} }))).toBeNull();
  expect(planIn(refused('quote_changed', undefined))).toBeNull();
  expect(planIn(refused('refused', { plan }))).toBeNull();
});
