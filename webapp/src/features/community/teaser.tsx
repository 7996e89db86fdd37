import { Link } from '@tanstack/react-router';
import { Gift } from 'lucide-react';
import { useUser } from '@/api/use-session';
import { buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { Card } from '@/ui/page';

/**
 * The referral offer after a success. Hidden from users who cannot earn the bonus: restricted ones, and those who
 * cannot prove an identity. (Document 1, section 2.)
 */
export function ReferralTeaser({ look }: { look: 'primary' | 'quiet' }) {
  const user = useUser();
  const has = useServices();
  if (!user || user.restricted || !has('identity')) return null;
  return (
    <Card className="flex w-full flex-wrap items-center gap-4 text-start">
      <Gift aria-hidden className="size-8 shrink-0 text-accent-text" />
      <div className="min-w-0 grow basis-40">
        <p className="font-semibold">Earn extra N200</p>
        <p className="text-sm text-muted">
          Invite a friend. You get the bonus after their first payment of N1,000 or more with money from a
          bank, once you have both verified your identity.
        </p>
      </div>
      <Link to="/referral" className={buttonClasses(look)}>
        Get N200
      </Link>
    </Card>
  );
}
