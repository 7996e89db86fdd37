import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@/api/types';
import { evaluate } from '@/engine';
import { isPinSet, pinStatusQuery } from '@/features/identity/pin';
import { canFund } from '@/features/wallet/ways';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { transactionsQuery } from '@/payment/queries';
import type { Currency } from '@/payment/types';
import { useServices } from '@/ui/configuration';
import { Card } from '@/ui/page';
import { Ring } from '@/ui/ring';
import { isFirstLoad, Unknown } from '@/ui/states';

interface Props {
  user: User;
  currency: Currency;
  /** Whether the wallet has any transactions, if that is known. */
  moved: boolean | undefined;
  isMoveLoading: boolean;
  onFund: () => void;
  onSend: () => void;
}

const paidQuery = transactionsQuery({ type: 'DEBIT', status: 'SUCCESSFUL', per_page: 1 });

interface NextSteps {
  /** Until the first payment: all steps, above everything else that is new. Afterwards a missing PIN. */
  first: Elements;
  /** After the first payment: the steps that are still open, below the payments. */
  later: Elements;
}

const UNKNOWN: NextSteps = { first: <Unknown />, later: <Unknown /> };
const NONE: NextSteps = { first: null, later: null };

/**
 * The steps until a first payment is made and, if possible, an identity is proven; then a missing PIN of the wallet.
 */
export function useNextSteps({ user, currency, moved, isMoveLoading, onFund, onSend }: Props): NextSteps {
  const pins = useQuery(pinStatusQuery);
  const statuses = pins.data;
  const payments = useQuery(paidQuery);
  const paid = payments.data && payments.data.total > 0;
  const { restricted, meta, profile } = user;
  const { identity_verified } = meta;
  const provable = useServices()('identity');
  // A user who arrives before the last step keeps the list until they leave the page: otherwise the content below would
  // move up under their finger.
  const [came, setCame] = useState<'new' | 'paid' | null>(null);
  const isBefore = paid !== undefined && !((paid || restricted) && (identity_verified || !provable));
  if (isBefore && came === null) setCame(paid ? 'paid' : 'new');
  if (isFirstLoad(pins) || isFirstLoad(payments) || isMoveLoading) return UNKNOWN;
  if (!statuses || moved === undefined || paid === undefined) return NONE;
  const hasPin = isPinSet(statuses[currency]);
  const { first_name, last_name, dob } = profile;
  if (came === null) {
    const isWanted = !hasPin && canFund(currency);
    return { first: isWanted ? <PinNotice currency={currency} /> : null, later: null };
  }
  const payment: Step = {
    done: paid,
    render: (body) => (
      <button type="button" className={STEP} onClick={onSend}>
        {body}
      </button>
    ),
    label: 'Make your first payment',
  };
  const proof: Step = {
    done: identity_verified,
    render: (body) => (
      <Link to="/verify" className={STEP}>
        {body}
      </Link>
    ),
    label: 'Verify your identity',
  };
  const steps: Step[] = [
    {
      done: evaluate('profile.complete', { first_name, last_name, dob }).complete,
      render: (body) => (
        <Link to="/profile" className={STEP}>
          {body}
        </Link>
      ),
      label: 'Create your account and profile',
    },
    {
      done: hasPin,
      render: (body) => <PinLink currency={currency}>{body}</PinLink>,
      label: pinWords(currency),
    },
    {
      done: moved,
      render: (body) => (
        <button type="button" className={STEP} onClick={onFund}>
          {body}
        </button>
      ),
      label: 'Add money from any bank',
    },
    ...(restricted ? [] : [payment]),
    ...(provable ? [proof] : []),
  ];
  return came === 'new'
    ? { first: <Steps steps={steps} />, later: null }
    : { first: null, later: <OpenSteps steps={steps} /> };
}

interface Step {
  done: boolean;
  label: string;
  /** Wraps the step's text in its link or button. */
  render: (body: Elements) => Elements;
}

const STEP = 'flex min-h-12 w-full items-center gap-3 rounded-control px-3 py-2 text-start';

interface StepsProps {
  steps: Step[];
}

const Progress = ({ steps, className }: StepsProps & { className: string }) => {
  const done = steps.filter((step) => step.done).length;
  return (
    <Ring done={done} of={steps.length} className={classes('shrink-0 text-accent-text', className)}>
      <span aria-hidden className="figures text-xs font-semibold text-text">
        {`${done}/${steps.length}`}
      </span>
    </Ring>
  );
};

/** One row for each open step, for users who already use the wallet. */
function OpenSteps({ steps }: StepsProps) {
  return (
    <section
      aria-label={`Get started, ${steps.filter((step) => step.done).length} of ${steps.length} steps done`}
      className="rounded-card bg-raised px-1 shadow-raised"
    >
      <ul>
        {steps
          .filter((step) => !step.done)
          .map((step, index) => (
            <li key={step.label}>
              {step.render(
                <>
                  {index === 0 ? (
                    <Progress steps={steps} className="roomy size-11" />
                  ) : (
                    <span className="roomy size-11 shrink-0" />
                  )}
                  <span className="min-w-0 grow font-medium">{step.label}</span>
                  <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
                </>,
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}

function Steps({ steps }: StepsProps) {
  const done = steps.filter((step) => step.done).length;
  const open = steps.filter((step) => !step.done);
  return (
    <Card>
      <section aria-labelledby="steps" className="flex flex-col gap-3">
        <div className="flex items-center gap-4">
          <Progress steps={steps} className="size-14" />
          <div>
            <h2 id="steps" className="text-lg font-semibold">
              Get started
            </h2>
            <p className="text-sm text-muted">{`${done} of ${steps.length} steps done`}</p>
          </div>
        </div>
        <ol className="flex flex-col gap-1">
          {steps.map((step) => (
            <li
              key={step.label}
              className={classes(
                'rounded-control',
                step === open[0] && 'bg-accent font-semibold text-on-accent',
              )}
            >
              {step.done ? (
                <p className={classes(STEP, 'text-muted')}>
                  <Check aria-hidden className="size-5 shrink-0 text-positive" />
                  <span className="sr-only">Done: </span>
                  <span>{step.label}</span>
                </p>
              ) : (
                step.render(
                  <>
                    <span className="min-w-0 grow">{step.label}</span>
                    <ChevronRight aria-hidden className="size-5 shrink-0 rtl:rotate-180" />
                  </>,
                )
              )}
            </li>
          ))}
        </ol>
      </section>
    </Card>
  );
}

const pinWords = (currency: Currency) => `Set your ${currency} transaction PIN to send money.`;

/** The settings open the dialog by themselves. (Document 2, section 2.) */
const PinLink = ({ currency, children }: { currency: Currency; children: Elements }) => (
  <Link to="/settings" search={{ currency, operation: 'reset-pin' }} className={STEP}>
    {children}
  </Link>
);

const PinNotice = ({ currency }: { currency: Currency }) => (
  <div className="rounded-card border border-line bg-raised p-2 font-semibold">
    <PinLink currency={currency}>
      <KeyRound aria-hidden className="size-6 shrink-0 text-warning" />
      <span>{pinWords(currency)}</span>
    </PinLink>
  </div>
);
