import { Bell, ChevronDown } from 'lucide-react';
import type { Elements } from '@/lib/elements';
import { Balance } from '@/payment/money';
import { Button } from '@/ui/button';
import { PersonDisc } from '@/ui/person-disc';
import { useNudge } from '../common/mutations';
import { PlanStatus } from '../common/plan-status';
import { InstalmentList } from '../instalment-list';
import type { Instalment, Member, Subscription } from '../types';
import { dayWords } from '../words';

interface Props {
  subscription: Subscription;
  /** The actions for an instalment of a member. */
  action: (instalment: Instalment, member: Member) => Elements;
}

/** The members of a group. The server sends each member's figures to that member and to the creator only. */
export function MemberList({ subscription, action }: Props) {
  const { members, actions } = subscription;
  const nudges = actions.some((one) => one.action === 'nudge' && one.allowed);
  return (
    <section aria-label="Members" className="flex flex-col gap-2">
      <h2 className="text-sm font-semibold">{`Members (${members.length})`}</h2>
      <ul className="flex flex-col">
        {members.map((member) => (
          <li key={member.uuid} className="flex flex-col gap-2 border-t border-line py-3 first:border-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <PersonDisc name={member.name} />
              <span className="min-w-0 grow basis-[min(100%,7rem)]">
                <span className="block truncate font-semibold">
                  {`${member.name}${member.is_me ? ' (you)' : ''}`}
                </span>
                <Figures member={member} currency={subscription.currency} />
              </span>
              <PlanStatus status={member.status} />
            </div>
            {nudges && !member.is_me && <Nudge subscription={subscription} member={member} />}
            {!member.is_me && member.instalments && (
              <details className="group text-sm">
                <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 font-medium text-muted">
                  <span>{`Instalments of ${member.name}`}</span>
                  <ChevronDown aria-hidden className="size-5 group-open:rotate-180" />
                </summary>
                <InstalmentList
                  instalments={member.instalments}
                  currency={subscription.currency}
                  label={`Instalments of ${member.name}`}
                  ended={subscription.ended !== null}
                  action={(instalment) => action(instalment, member)}
                />
              </details>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Figures({ member: { progress }, currency }: { member: Member; currency: Subscription['currency'] }) {
  if (progress === null)
    return (
      <span className="block text-sm text-muted">
        <span
          aria-hidden
          className="inline-block h-3 w-24 rounded-full bg-line-strong opacity-40 blur-[3px]"
        />
        <span className="sr-only">The amounts are private</span>
      </span>
    );
  return (
    <span className="figures block text-sm text-muted">
      <Balance amount={progress.paid} currency={currency} />
      <span>{' of '}</span>
      <Balance amount={progress.total} currency={currency} />
      <span>{' · '}</span>
      <span className="whitespace-nowrap">{`${progress.percent}%`}</span>
    </span>
  );
}

/** Reminds a member: once a day, and only of instalments due. */
function Nudge({ subscription, member }: { subscription: Subscription; member: Member }) {
  const nudge = useNudge(subscription.id);
  const { allowed, again, reason } = member.can_nudge;
  const words = [reason, again && `You can remind them again on ${dayWords(again)}.`]
    .filter(Boolean)
    .join(' ');
  if (!allowed) return words ? <p className="text-xs text-muted">{words}</p> : null;
  return (
    <Button
      look="quiet"
      className="self-start"
      busy={nudge.isPending}
      aria-label={`Nudge ${member.name}`}
      onClick={() => nudge.mutate(member.uuid)}
    >
      <Bell aria-hidden className="size-5" />
      <span>Nudge</span>
    </Button>
  );
}
