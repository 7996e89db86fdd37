import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import type { Currency } from '@/payment/types';
import { buttonClasses } from '@/ui/button';
import { Card } from '@/ui/page';
import { referralQuery } from './queries';

/** As the document writes it: N200. */
function inNaira(amount: string, currency: Currency): string {
  const { whole, decimals } = evaluate('money.format', { amount, currency });
  return `N${whole}${decimals?.replace('.00', '')}`;
}

/** Shown after a success. Restricted users cannot earn the bonus, so they do not see it. (Document 1, section 2.) */
export function ReferralTeaser({ look }: { look: 'primary' | 'quiet' }) {
  const user = useUser();
  const mayEarn = user?.restricted === false;
  const { data: referral } = useQuery({ ...referralQuery, enabled: mayEarn });
  if (!mayEarn || !referral) return null;
  const bonus = inNaira(referral.bonus, referral.currency);
  const least = inNaira(referral.least_payment, referral.currency);
  return (
    <Card className="flex w-full flex-wrap items-center gap-4 text-start">
      <Gift aria-hidden className="size-8 shrink-0 text-accent-text" />
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold">Earn extra {bonus}</p>
        <p className="text-sm text-muted">
          Invite a friend. You get the bonus after their first payment of {least} or more with money from a
          bank, once you have both verified your identity.
        </p>
      </div>
      <Link to="/referral" className={buttonClasses(look)}>
        Get {bonus}
      </Link>
    </Card>
  );
}
