import { Link } from '@tanstack/react-router';
import { Check, Circle, MapPin } from 'lucide-react';
import type { User } from '@/api/types';
import type { Elements } from '@/lib/elements';
import { Button, buttonClasses } from '@/ui/button';
import { useServices } from '@/ui/configuration';
import { Card } from '@/ui/page';
import type { Plan } from '../types';
import { gatesOf, NO_PROOF, type Unlock } from './gates';

interface Props {
  plans: readonly Plan[];
  user: User;
  /** Whether the loan questions are answered; undefined while that is not known. */
  answered: boolean | undefined;
  onUnlock: (unlock: Unlock) => void;
}

/** The requirements of a loan: ticked where they are met, otherwise with the way to meet them. */
export function Ticks({ plans, user, answered, onUnlock }: Props) {
  const provable = useServices()('identity');
  // A group's loan needs everything that the others need, and a cluster.
  const plan = plans.find(({ is_group }) => is_group) ?? plans[0];
  if (!plan) return null;
  const open = new Set(gatesOf(plan, user).map(({ unlock }) => unlock));
  return (
    <Card>
      <section aria-labelledby="loan-needs" className="flex flex-col gap-1">
        <h2 id="loan-needs" className="text-base font-semibold">
          What you need
        </h2>
        <ul className="flex flex-col text-sm">
          <Tick
            done={!open.has('verify')}
            name="A proven identity"
            note={provable ? 'With your BVN or NIN, in about a minute.' : NO_PROOF}
          >
            {provable && (
              <Link to="/verify" aria-label="Verify your identity" className={buttonClasses('quiet')}>
                Verify
              </Link>
            )}
          </Tick>
          <Tick done={!open.has('phone')} name="A confirmed phone number" note="We send you a code.">
            <Button look="quiet" aria-label="Add your phone number" onClick={() => onUnlock('phone')}>
              Add
            </Button>
          </Tick>
          {plan.is_group && (
            <Tick done={!open.has('cluster')} name="A cluster" note="Only for loans with a cluster.">
              <Button
                look="quiet"
                aria-label="Join a cluster for group loans"
                onClick={() => onUnlock('cluster')}
              >
                Join
              </Button>
            </Tick>
          )}
          {answered !== undefined && (
            <Tick
              done={answered}
              name="Answers to the loan questions"
              note="Without them a person decides, which takes longer."
            >
              <Link
                to="/loan-questions"
                aria-label="Answer the loan questions"
                className={buttonClasses('quiet')}
              >
                Answer
              </Link>
            </Tick>
          )}
          <li className="flex min-h-14 items-center gap-3 border-t border-line py-2">
            <MapPin aria-hidden className="size-5 shrink-0 text-muted" />
            <span>
              <span className="block font-medium">Your location</span>
              <span className="block text-xs text-muted">Asked once, when you accept the loan.</span>
            </span>
          </li>
        </ul>
      </section>
    </Card>
  );
}

interface TickProps {
  done: boolean;
  name: string;
  /** Shown while it is open. */
  note: string;
  children: Elements;
}

const Tick = ({ done, name, note, children }: TickProps) => (
  <li className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 border-t border-line py-2 first:border-0">
    {done ? (
      <Check aria-hidden className="size-5 shrink-0 text-positive" />
    ) : (
      <Circle aria-hidden className="size-5 shrink-0 text-warning" />
    )}
    <span className="min-w-0 grow basis-32">
      <span className="block font-medium">{name}</span>
      {done ? (
        <span className="sr-only">Done</span>
      ) : (
        <span className="block text-xs text-muted">{note}</span>
      )}
    </span>
    {!done && children}
  </li>
);
