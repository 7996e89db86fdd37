import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ChevronRight, KeyRound } from 'lucide-react';
import { useState } from 'react';
import type { User } from '@/api/types';
import { isPinSet, pinStatusQuery } from '@/features/identity/pin';
import { canFund } from '@/features/wallet/ways';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import type { Currency } from '@/payment/types';
import { Card } from '@/ui/page';
import { Ring } from '@/ui/ring';
import { isFirstLoad, Unknown } from '@/ui/states';

interface Props {
  user: User;
  currency: Currency;
  /** Whether any money has come or gone yet, if that is known. */
  moved: boolean | undefined;
  isMoveLoading: boolean;
  onFund: () => void;
}

/** What is missing before money can be sent: three steps for who is new, else a wallet's PIN alone. */
export function NextSteps({ user, currency, moved, isMoveLoading, onFund }: Props) {
  const pins = useQuery(pinStatusQuery);
  const statuses = pins.data;
  // The steps of whoever arrives as new stay until they leave the page: what lies below would move up under their finger.
  const [cameAsNew, setCameAsNew] = useState(false);
  if (moved === false && !cameAsNew) setCameAsNew(true);
  if (isFirstLoad(pins) || isMoveLoading) return <Unknown />;
  if (!statuses || moved === undefined) return null;
  const hasPin = isPinSet(statuses[currency]);
  if (moved && !cameAsNew) return hasPin || !canFund(currency) ? null : <PinNotice currency={currency} />;
  const steps: Step[] = [
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
    {
      done: user.meta.identity_verified,
      render: (body) => (
        <Link to="/verify" className={STEP}>
          {body}
        </Link>
      ),
      label: 'Verify your identity to send more',
    },
  ];
  return <Steps steps={steps} />;
}

interface Step {
  done: boolean;
  label: string;
  /** The way to the step, around its words. */
  render: (body: Elements) => Elements;
}

const STEP = 'flex min-h-12 w-full items-center gap-3 rounded-control px-3 py-2 text-start';

function Steps({ steps }: { steps: Step[] }) {
  const done = steps.filter((step) => step.done).length;
  const next = steps.find((step) => !step.done);
  return (
    <Card>
      <section aria-labelledby="steps" className="flex flex-col gap-3">
        <div className="flex items-center gap-4">
          <Ring done={done} of={steps.length} className="size-14 shrink-0 text-accent-text">
            <span aria-hidden className="figures text-xs font-semibold text-text">
              {`${done}/${steps.length}`}
            </span>
          </Ring>
          <div>
            <h2 id="steps" className="text-lg font-semibold">
              Your first transfer
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
                step === next && 'bg-accent font-semibold text-on-accent',
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
