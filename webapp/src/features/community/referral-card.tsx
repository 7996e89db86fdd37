import { Link } from '@tanstack/react-router';
import { ChevronRight, Gift } from 'lucide-react';
import type { User } from '@/api/types';
import { IconDisc } from '@/ui/icon-disc';
import { Card } from '@/ui/page';
import { CopyRow } from './copy-row';
import { linkOf } from './queries';

/** The user's code and link in the settings. Points buy nothing, so they are not counted here. (Document 3, section 2.) */
export function ReferralCard({ user }: { user: User }) {
  const code = user.settings.referrer_code;
  return (
    <Card>
      <h2 className="pb-2 text-sm font-semibold text-muted">Referral</h2>
      <CopyRow label="Referral code" value={code} />
      <CopyRow label="Referral link" value={linkOf(code).link} />
      <Link to="/referral" className="flex min-h-14 items-center gap-3 font-medium">
        <IconDisc icon={Gift} />
        <span className="grow">Refer a friend</span>
        <ChevronRight aria-hidden className="size-5 text-muted rtl:rotate-180" />
      </Link>
    </Card>
  );
}
