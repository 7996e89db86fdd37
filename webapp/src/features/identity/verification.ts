import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { User } from '@/api/types';
import type { RuleOutput } from '@/engine';
import { evaluate } from '@/engine';
import { lagosToday } from '@/lib/today';
import { isComplete } from './complete';
import type { PinStatus } from './pin';

export type Verification = RuleOutput<'verification.steps'>;

const livenessKeys = { one: (check: string) => ['liveness', check] as const };

/** A liveness check and its result so far. */
export const livenessQuery = (check: string) =>
  queryOptions({
    queryKey: livenessKeys.one(check),
    queryFn: async () => (await call('GET', '/liveness/{id}', { path: { id: check }, passive: true })).data,
  });

/** The user's progress with identity verification. If identities cannot be proven here, that step is left out. */
export function verificationOf(
  user: User,
  pin: PinStatus | undefined,
  bankAccounts: number,
  provable: boolean,
): Verification {
  const { settings, meta, phone } = user;
  const steps = (identity_verified: boolean) =>
    evaluate('verification.steps', {
      // An unconfirmed number is not on file yet.
      phone: meta.phone_verified ? phone : null,
      profile_complete: isComplete(user),
      address_verified_at: settings.address_verified_at,
      address_pending_until: settings.address_pending_until,
      identity_verified,
      ngn_pin: pin ?? null,
      liveness_verified_at: settings.liveness_verified_at,
      bank_accounts: bankAccounts,
      today: lagosToday(),
    });
  const verification = steps(meta.identity_verified || !provable);
  return {
    ...verification,
    today: steps(meta.identity_verified).today,
    steps: verification.steps.filter(({ step }) => provable || step !== 'identity'),
  };
}
