import { Link } from '@tanstack/react-router';
import { LockKeyhole } from 'lucide-react';
import type { User } from '@/api/types';
import { evaluate } from '@/engine/later';
import type { Elements } from '@/lib/elements';
import type { Place } from '@/lib/location';
import { Button, buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import type { Plan } from '../types';

/** The step that meets a requirement. */
export type Unlock = 'verify' | 'phone' | 'cluster' | 'location';

/** A requirement that is not met yet, so that the loan cannot be requested. */
export interface Gate {
  message: string;
  unlock: Unlock;
}

/** A loan plan and its applicant, as the context of the form's rule. */
export const contextOf = (plan: Plan, user: User, place: Place | null) => ({
  plan: {
    base_currency: plan.limits.currency,
    min_amount: plan.limits.minimum,
    max_amount: plan.limits.maximum,
    is_group: plan.is_group,
  },
  currency: plan.limits.currency,
  rates: null,
  phone: user.meta.phone_verified,
  clusters: user.clusters,
  location: place,
});

/** All requirements of a plan's loan that are not met yet. */
export function gatesOf(plan: Plan, user: User): Gate[] {
  const { actions } = evaluate('subscription.actions', {
    kind: 'loan',
    status: 'PENDING',
    is_group: plan.is_group,
    created_by: user.uuid,
    user: user.uuid,
    verified: user.meta.identity_verified,
    // The form's rule has a requirement of its own for the phone.
    has_phone: true,
  });
  const reason = actions.find(({ action }) => action === 'subscribe')?.reason;
  const context = contextOf(plan, user, null);
  const shut = (['phone', 'clusters'] as const).flatMap((field): Gate[] => {
    const { violation } = evaluate('form.field', { form: 'loan_subscription', field, values: {}, context });
    return violation ? [{ message: violation.message, unlock: violation.params.unlock as Unlock }] : [];
  });
  return reason ? [{ message: reason, unlock: 'verify' }, ...shut] : shut;
}

/** The rule's message for a user who does not share their location. */
export function withoutLocation(plan: Plan, user: User): string {
  const context = contextOf(plan, user, null);
  const asked = { form: 'loan_subscription', field: 'location', values: {}, context };
  return evaluate('form.field', asked).violation?.message ?? '';
}

/** The message where a proof of identity is needed but cannot be provided. */
export const NO_PROOF = 'Loans need a proven identity, and identities cannot be proven here yet.';

const WORDS: Record<Exclude<Unlock, 'verify' | 'location'>, string> = {
  phone: 'Add your phone',
  cluster: 'Join a cluster',
};

interface Props {
  gates: Gate[];
  onUnlock: (unlock: Unlock) => void;
}

/** The requirements that are not met, each with a way to meet it. */
export function Gates({ gates, onUnlock }: Props) {
  const provable = useServices()('identity');
  if (gates.length === 0) return null;
  return (
    <section aria-label="Before you can take this loan" className="flex flex-col gap-2">
      {gates.map(({ message, unlock }) => (
        <GateRow key={unlock} message={unlock === 'verify' && !provable ? NO_PROOF : message}>
          {unlock === 'verify' && provable && (
            <Link to="/verify" className={buttonClasses('quiet')}>
              Verify
            </Link>
          )}
          {unlock !== 'verify' && unlock !== 'location' && (
            <Button look="quiet" onClick={() => onUnlock(unlock)}>
              {WORDS[unlock]}
            </Button>
          )}
        </GateRow>
      ))}
    </section>
  );
}

function GateRow({ message, children }: { message: string; children: Elements }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-sunken p-3 ps-4">
      <p className="flex min-w-0 grow basis-40 items-start gap-3 text-sm font-medium">
        <LockKeyhole aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
        <span>{message}</span>
      </p>
      {children}
    </div>
  );
}
