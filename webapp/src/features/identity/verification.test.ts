import { expect, it } from 'vitest';
import type { User } from '@/api/types';
import { verificationOf } from './verification';

const user = (phone_verified: boolean) =>
  ({
    phone: '08031234567',
    profile: { first_name: 'Ada', last_name: 'Obi', dob: '14-03-1994' },
    settings: { address_verified_at: null, address_pending_until: null, liveness_verified_at: null },
    meta: { identity_verified: false, phone_verified },
  }) as unknown as User;

it.each([
  [false, 'incomplete'],
  [true, 'completed'],
])('takes a number as on file once it is confirmed: %s', (confirmed, status) => {
  const { steps } = verificationOf(user(confirmed), 'pin_set', 0, true);
  expect(steps.find(({ step }) => step === 'phone')?.status).toBe(status);
});

it('does not lead to an identity proof if none is available', () => {
  const done = {
    ...user(true),
    settings: { address_verified_at: '2026-01-01', address_pending_until: null, liveness_verified_at: null },
  } as User;
  expect(verificationOf(done, 'pin_set', 0, true).next).toBe('identity');
  const { steps, next } = verificationOf(done, 'pin_set', 0, false);
  expect(next).toBe('liveness');
  expect(steps.map(({ step }) => step)).not.toContain('identity');
});
