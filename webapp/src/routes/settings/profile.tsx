import { BadgeCheck, ListChecks, UserRound, UserRoundPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { evaluate } from '@/engine';
import { ReferralCard } from '@/features/community/referral-card';
import { useServices } from '@/ui/configuration';
import { Card } from '@/ui/page';
import { Row } from '@/ui/row';
import { At } from './at';
import { Group } from './group';
import { useVerification, verificationWords } from './values';

// Few users may open accounts for others: only they load the sheet.
const OpenAccountSheet = lazy(async () => ({
  default: (await import('@/features/identity/open-account-sheet')).OpenAccountSheet,
}));

/** Without the permission the server would refuse, so the entry is hidden. */
const mayOpenAccounts = ({ roles }: User): boolean =>
  evaluate('permission.check', { roles, permission: 'users.create' }).allowed;

/** The user's own data, what proves it, and whom they may bring. */
export default function ProfileSettings() {
  const user = useUser();
  const has = useServices();
  const verification = useVerification();
  return (
    <>
      <Card>
        <At name="profile">
          <Row to="/profile" icon={UserRound} label="Profile" />
        </At>
        <At name="verification">
          <Row
            to="/verify"
            icon={BadgeCheck}
            label="Verification"
            value={verification && verificationWords(verification)}
          />
        </At>
        {has('coin_sets') && (
          <At name="questions">
            <Row to="/questions" icon={ListChecks} label="Investor profile" />
          </At>
        )}
      </Card>
      {user && mayOpenAccounts(user) && <Customers />}
      <At name="referral">{user && <ReferralCard user={user} />}</At>
    </>
  );
}

function Customers() {
  const [opening, setOpening] = useState(false);
  return (
    <Group title="Customers">
      <Row icon={UserRoundPlus} label="Open an account" onClick={() => setOpening(true)} />
      <Suspense>
        <OpenAccountSheet open={opening} onClose={() => setOpening(false)} />
      </Suspense>
    </Group>
  );
}
