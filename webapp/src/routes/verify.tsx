import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, Clock, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@/api/types';
import { useUser } from '@/api/use-session';
import { IdentitySheet } from '@/features/identity/identity-sheet';
import { PhoneSheet } from '@/features/identity/phone-sheet';
import { pinStatusQuery } from '@/features/identity/pin';
import { PinSheet } from '@/features/identity/pin-sheet';
import { type Verification, verificationOf } from '@/features/identity/verification';
import { NewBankAccountSheet } from '@/features/wallet/new-bank-account-sheet';
import { beneficiariesQuery } from '@/features/wallet/queries';
import { classes } from '@/lib/classes';
import { Loaded, together } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';

type Step = Verification['steps'][number];

const NAMES: Record<Step['step'], { label: string; hint: string }> = {
  phone: { label: 'Phone', hint: 'A number that we can reach you by' },
  profile: { label: 'Profile', hint: 'Your names and your date of birth' },
  address: { label: 'Address', hint: 'Where you live' },
  identity: { label: 'Identity', hint: 'Your BVN or NIN' },
  pin: { label: 'Transaction PIN', hint: 'Four digits that move your money' },
  liveness: { label: 'Liveness', hint: 'A look into the camera' },
  bank: { label: 'Bank account', hint: 'Where withdrawals go' },
};

const LOOKS = {
  completed: { icon: CircleCheck, tone: 'text-positive', label: 'Completed' },
  pending: { icon: Clock, tone: 'text-warning', label: 'Pending' },
  incomplete: { icon: CircleDashed, tone: 'text-muted', label: 'Incomplete' },
} as const;

/** The seven steps of identity verification. */
export function Verify() {
  const user = useUser();
  const pins = useQuery(pinStatusQuery);
  const accounts = useQuery(beneficiariesQuery());
  if (!user) return null;
  return (
    <Page title="Verification" back="/settings">
      <Loaded query={together(pins, accounts)} waiting={<ListSkeleton rows={7} />}>
        {([pin, { total }]) => <Steps user={user} verification={verificationOf(user, pin.NGN, total)} />}
      </Loaded>
    </Page>
  );
}

type Dialog = 'phone' | 'identity' | 'pin' | 'bank';

function Steps({ user, verification }: { user: User; verification: Verification }) {
  const navigate = useNavigate();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const close = () => setDialog(null);
  const open: Record<Step['step'], () => void> = {
    phone: () => setDialog('phone'),
    profile: () => void navigate({ to: '/profile', search: { session: 'about', edit: 'true' } }),
    address: () => void navigate({ to: '/profile', search: { session: 'address', edit: 'true' } }),
    identity: () => setDialog('identity'),
    pin: () => setDialog('pin'),
    liveness: () => void navigate({ to: '/verify/liveness' }),
    bank: () => setDialog('bank'),
  };
  const Shield = verification.verified ? ShieldCheck : ShieldAlert;
  return (
    <>
      <ul className="flex flex-col gap-3">
        {verification.steps.map((step) => (
          <Row
            key={step.step}
            step={step}
            onOpen={() => (step.message ? toast.info(step.message) : open[step.step]())}
          />
        ))}
      </ul>
      <p
        className={classes(
          'flex items-center gap-3 rounded-card bg-raised p-4 font-semibold',
          verification.verified ? 'text-positive' : 'text-text',
        )}
      >
        <Shield aria-hidden className="size-6 shrink-0" /> {verification.banner}
      </p>
      <PhoneSheet open={dialog === 'phone'} onClose={close} />
      <IdentitySheet profile={user.profile} open={dialog === 'identity'} onClose={close} />
      <PinSheet currency="NGN" open={dialog === 'pin'} onClose={close} />
      <NewBankAccountSheet open={dialog === 'bank'} onClose={close} />
    </>
  );
}

function Row({ step, onOpen }: { step: Step; onOpen: () => void }) {
  const { label, hint } = NAMES[step.step];
  const { icon: Icon, tone, label: status } = LOOKS[step.status];
  return (
    <li>
      <button
        type="button"
        className="flex min-h-16 w-full items-center gap-4 rounded-card bg-raised p-4 text-start hover:bg-sunken"
        onClick={onOpen}
      >
        <Icon aria-hidden className={classes('size-6 shrink-0', tone)} />
        <span className="min-w-0 grow">
          <span className="block font-semibold">{label}</span>
          <span className="block text-sm text-muted">{hint}</span>
        </span>
        <span className={classes('text-sm font-medium', tone)}>{status}</span>
      </button>
    </li>
  );
}
