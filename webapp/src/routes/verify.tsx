import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  CircleCheck,
  CircleDashed,
  Clock,
  LoaderCircle,
  RefreshCw,
  ShieldAlert,
  ShieldCheck,
} from 'lucide-react';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import { IdentitySheet } from '@/features/identity/identity-sheet';
import { doneOf } from '@/features/identity/person-card';
import { PhoneSheet } from '@/features/identity/phone-sheet';
import { pinStatusQuery } from '@/features/identity/pin';
import { PinSheet } from '@/features/identity/pin-sheet';
import { type Verification, verificationOf } from '@/features/identity/verification';
import { NewBankAccountSheet } from '@/features/wallet/new-bank-account-sheet';
import { beneficiariesQuery } from '@/features/wallet/queries';
import { classes } from '@/lib/classes';
import { useServices } from '@/ui/configuration';
import type { Query } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { Ring } from '@/ui/ring';
import { toast } from '@/ui/toast';

type Step = Verification['steps'][number];

const NAMES: Record<Step['step'], { label: string; hint: string }> = {
  phone: { label: 'Phone', hint: 'A number we can reach you on' },
  profile: { label: 'Profile', hint: 'Your name and date of birth' },
  address: { label: 'Address', hint: 'Where you live' },
  identity: { label: 'Identity', hint: 'Your BVN or NIN' },
  pin: { label: 'Transaction PIN', hint: 'Four digits for each payment' },
  liveness: { label: 'Liveness', hint: 'A quick selfie video' },
  bank: { label: 'Bank account', hint: 'Where your withdrawals go' },
};

const LOOKS = {
  completed: { icon: CircleCheck, tone: 'text-positive', label: 'Completed' },
  pending: { icon: Clock, tone: 'text-warning', label: 'Pending' },
  ready: { icon: CircleDashed, tone: 'text-muted', label: 'Ready' },
  incomplete: { icon: CircleDashed, tone: 'text-muted', label: 'Incomplete' },
  loading: { icon: LoaderCircle, tone: 'text-muted', label: 'Loading' },
  failed: { icon: RefreshCw, tone: 'text-negative', label: 'Try again' },
} as const;

type Dialog = 'phone' | 'identity' | 'pin' | 'bank';

/** A row shows its step once the data for it has loaded. */
type RowState = { is: 'known'; step: Step } | { is: 'loading' } | { is: 'failed'; retry: () => void };

/** The part of a query's state that a row needs. */
type Source = Pick<Query<unknown>, 'data' | 'error' | 'fetchStatus' | 'refetch'>;

/** The steps of identity verification. Each row loads, and fails, on its own. */
export function Verify() {
  const user = useUser();
  const navigate = useNavigate();
  const pins = useQuery(pinStatusQuery);
  const accounts = useQuery(beneficiariesQuery());
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const provable = useServices()('identity');
  if (!user) return null;
  const close = () => setDialog(null);
  const verification = verificationOf(user, pins.data?.NGN, accounts.data?.total ?? 0, provable);
  const open: Record<Step['step'], () => void> = {
    phone: () => setDialog('phone'),
    profile: () => void navigate({ to: '/profile', search: { session: 'about', edit: 'true' } }),
    address: () => void navigate({ to: '/profile', search: { session: 'address', edit: 'true' } }),
    identity: () => setDialog('identity'),
    pin: () => setDialog('pin'),
    liveness: () => void navigate({ to: '/verify/liveness' }),
    bank: () => setDialog('bank'),
  };
  /** The queries that rows depend on; the other rows depend on the user alone. */
  const sources: Partial<Record<Step['step'], Source>> = {
    pin: pins,
    // Its status depends on the PIN until it is completed.
    ...(user.settings.liveness_verified_at === null && { liveness: pins }),
    bank: accounts,
  };
  return (
    <Page title="Verification" back="/settings/profile">
      {pins.data && accounts.data ? (
        <Progress verification={verification} restricted={user.restricted} />
      ) : (
        <div aria-hidden className="h-16" />
      )}
      <ul className="flex flex-col gap-3">
        {verification.steps.map((step) => (
          <Row
            key={step.step}
            name={step.step}
            state={stateOf(step, sources[step.step])}
            next={step.step === verification.next}
            onOpen={() => (step.message ? toast.info(step.message) : open[step.step]())}
          />
        ))}
      </ul>
      {provable && pins.data && <Banner verification={verification} />}
      <PhoneSheet open={dialog === 'phone'} onClose={close} />
      <IdentitySheet profile={user.profile} open={dialog === 'identity'} onClose={close} />
      <PinSheet currency="NGN" open={dialog === 'pin'} onClose={close} />
      <NewBankAccountSheet open={dialog === 'bank'} onClose={close} />
    </Page>
  );
}

/** The user's progress, and what it allows. */
function Progress({ verification, restricted }: { verification: Verification; restricted: boolean }) {
  const [done, of] = [doneOf(verification), verification.steps.length];
  return (
    <div className="flex min-h-16 items-center gap-4">
      <Ring done={done} of={of} className="size-16 shrink-0 text-accent-text">
        <span aria-hidden className="figures text-sm font-semibold text-text">
          {`${done}/${of}`}
        </span>
      </Ring>
      <div className="min-w-0">
        {!restricted && <p className="font-semibold">{verification.today}</p>}
        <p className="text-sm text-muted">{`${done} of ${of} steps done.`}</p>
      </div>
    </div>
  );
}

function stateOf(step: Step, source: Source | undefined): RowState {
  if (!source || source.data !== undefined) return { is: 'known', step };
  if (source.error || source.fetchStatus === 'paused')
    return { is: 'failed', retry: () => void source.refetch() };
  return { is: 'loading' };
}

function Banner({ verification: { verified, banner } }: { verification: Verification }) {
  const Shield = verified ? ShieldCheck : ShieldAlert;
  return (
    <p
      className={classes(
        'flex items-center gap-3 rounded-card bg-raised p-4 font-semibold',
        verified ? 'text-positive' : 'text-text',
      )}
    >
      <Shield aria-hidden className="size-6 shrink-0" />
      <span>{banner}</span>
    </p>
  );
}

interface RowProps {
  name: Step['step'];
  state: RowState;
  /** Whether this is the next step, which stands out. */
  next: boolean;
  onOpen: () => void;
}

const lookOf = (state: RowState) => {
  if (state.is !== 'known') return LOOKS[state.is];
  const { status, hint } = state.step;
  return LOOKS[status === 'pending' && hint === null ? 'ready' : status];
};

function Row({ name, state, next, onOpen }: RowProps) {
  const { label, hint } = NAMES[name];
  const { icon: Icon, tone, label: status } = lookOf(state);
  const step = state.is === 'known' ? state.step : undefined;
  const isDone = step?.status === 'completed';
  return (
    <li>
      <button
        type="button"
        className={classes(
          'flex w-full items-center gap-4 rounded-card px-4 text-start shadow-raised',
          isDone ? 'min-h-12 py-2' : 'min-h-16 py-4',
          next ? 'bg-accent text-on-accent' : 'bg-raised enabled:hover:bg-sunken',
        )}
        disabled={state.is === 'loading'}
        aria-current={next ? 'step' : undefined}
        aria-busy={state.is === 'loading' || undefined}
        onClick={state.is === 'failed' ? state.retry : onOpen}
      >
        <Icon
          aria-hidden
          className={classes(
            'roomy size-6 shrink-0',
            !next && tone,
            state.is === 'loading' && 'animate-spin',
          )}
        />
        <span className="flex min-w-0 grow flex-wrap items-center gap-x-4">
          <span className="min-w-0 grow basis-40">
            <span className="block font-semibold">{label}</span>
            {!isDone && (
              <>
                <span className={classes('block text-sm', !next && 'text-muted')}>{step?.hint ?? hint}</span>
                {step && <span className="mt-1 block text-sm font-medium">{step.opens}</span>}
              </>
            )}
          </span>
          <span
            className={
              // The rows that are left to do look it.
              step?.status === 'incomplete' ? 'sr-only' : classes('text-sm font-semibold', !next && tone)
            }
          >
            {status}
          </span>
        </span>
      </button>
    </li>
  );
}
