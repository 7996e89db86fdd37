import { expect, it } from 'vitest';
import { isPayable } from './payable';
import type { Instalment, Member, Subscription } from './types';

const instalment = (paid: string) =>
  ({ due_at: '2026-12-01', amount: '100.00', amount_paid: paid }) as Instalment;
const member = (status: Member['status'], is_me = false) => ({ uuid: 'm1', status, is_me }) as Member;
const group = (status: Subscription['status'], ...members: Member[]) =>
  ({ type: 'savings', status, currency: 'NGN', members }) as Subscription;

it('an open instalment can be paid while the plan runs', () => {
  expect(isPayable(group('ACTIVE'), instalment('40.00'), null)).toBe(true);
  expect(isPayable(group('ACTIVE'), instalment('100.00'), null)).toBe(false);
  expect(isPayable(group('PENDING'), instalment('0.00'), null)).toBe(false);
});

it('an added member may pay their own instalments, and those of others only once they have joined', () => {
  const [waiting, joined] = [member('PENDING'), member('ACTIVE')];
  expect(isPayable(group('ACTIVE', member('PENDING', true)), instalment('0.00'), null)).toBe(true);
  expect(isPayable(group('ACTIVE', waiting), instalment('0.00'), waiting)).toBe(false);
  expect(isPayable(group('ACTIVE', joined), instalment('0.00'), joined)).toBe(true);
  expect(isPayable(group('ACTIVE', member('TERMINATED', true)), instalment('0.00'), null)).toBe(false);
});
