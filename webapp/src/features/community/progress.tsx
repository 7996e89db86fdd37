import { Users } from 'lucide-react';
import { Card } from '@/ui/page';
import { EmptyState } from '@/ui/states';
import type { Referral } from './queries';

/** The number of sign-ups with the code. Their names and payments are private, so only counts are shown. */
export function Progress({ referral }: { referral: Referral }) {
  if (referral.referred === 0) {
    return (
      <EmptyState
        icon={<Users aria-hidden className="size-6" />}
        title="Nobody has joined with your link yet."
      >
        <p className="text-sm text-muted">pending...</p>
      </EmptyState>
    );
  }
  return (
    <Card>
      <dl className="grid grid-cols-[1fr_auto] gap-y-3">
        <dt>Signed up with your link</dt>
        <dd className="figures text-end font-semibold">{referral.referred}</dd>
        <dt>Earned you a bonus</dt>
        <dd className="figures text-end font-semibold">{referral.rewarded}</dd>
        {referral.pending > 0 && (
          <>
            <dt className="text-muted">pending...</dt>
            <dd className="figures text-end font-semibold">{referral.pending}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}
