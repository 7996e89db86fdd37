import { Check, Clock, Copy, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { Button } from '@/ui/button';
import { copyText } from '@/ui/copy';
import { Card } from '@/ui/page';
import { PersonDisc } from '@/ui/person-disc';
import { Ring } from '@/ui/ring';
import type { Member, Subscription } from '../types';
import { dayWords } from '../words';
import { CodeRow } from './code-row';

interface Props {
  subscription: Subscription;
  /** The QR code of a text. */
  qr: (text: string, label: string) => Elements;
}

/** The circle: who is in it, whose part is paid, when the next round is. No amounts. */
export function Circle({ subscription, qr }: Props) {
  const { members, circle, code, name } = subscription;
  const joined = members.filter(({ is_paid_up }) => is_paid_up !== null);
  const paid = joined.filter(({ is_paid_up }) => is_paid_up);
  const asked = members.filter(({ status }) => status === 'PENDING');
  return (
    <>
      <Card className="flex flex-col items-center gap-4 text-center">
        <Ring drawn done={paid.length} of={joined.length} className="size-40 text-positive">
          <span className="flex flex-col text-text">
            <span className="figures text-2xl font-bold">{`${paid.length} of ${joined.length}`}</span>
            <span className="text-xs text-muted">have paid</span>
          </span>
        </Ring>
        <div>
          <h2 className="text-lg font-semibold wrap-anywhere">{name}</h2>
          {circle && (
            <p className="text-sm text-muted">
              {`Round ${circle.round} of ${circle.of}${circle.next_day === null ? ', the last' : `; the next begins on ${dayWords(circle.next_day)}`}.`}
            </p>
          )}
        </div>
      </Card>
      <Card>
        <People title="In the circle" people={joined} />
        {asked.length > 0 && <People title="Invited" people={asked} />}
      </Card>
      {code !== null && <Invite code={code} name={name} qr={qr} />}
    </>
  );
}

/** A member's state: the words, and their icon. */
function stateOf({ is_paid_up }: Member): { icon: typeof Check; words: string; look: string } {
  if (is_paid_up === null) return { icon: Hourglass, words: 'Has not joined yet', look: 'text-muted' };
  return is_paid_up
    ? { icon: Check, words: 'Has paid', look: 'text-positive' }
    : { icon: Clock, words: 'Has something to pay', look: 'text-muted' };
}

const People = ({ title, people }: { title: string; people: readonly Member[] }) => (
  <section aria-label={title} className="flex flex-col gap-1">
    <h3 className="text-sm font-semibold">{`${title} (${people.length})`}</h3>
    <ul>
      {people.map((member) => {
        const { icon: Icon, words, look } = stateOf(member);
        return (
          <li
            key={member.uuid}
            className="flex min-h-14 items-center gap-3 border-t border-line first:border-0"
          >
            <PersonDisc name={member.name} />
            <span className="min-w-0 grow truncate font-medium">
              {`${member.name}${member.is_me ? ' (you)' : ''}`}
            </span>
            <span className={classes('flex shrink-0 items-center gap-1.5 text-sm font-medium', look)}>
              <Icon aria-hidden className="size-4" />
              <span>{words}</span>
            </span>
          </li>
        );
      })}
    </ul>
  </section>
);

/** Inviting others: the code, a link, and the link as a QR code. */
function Invite({ code, name, qr }: { code: string; name: string; qr: Props['qr'] }): ReactNode {
  const link = `${window.location.origin}/my-savings?code=${encodeURIComponent(code)}`;
  const share = () => {
    const said = { title: name, text: `Save together with me: ${name}`, url: link };
    // Closing the system's sheet is no error.
    if (navigator.share) void navigator.share(said).catch(() => undefined);
    else void copyText(link);
  };
  return (
    <Card className="flex flex-col gap-4">
      <h3 className="font-semibold">Invite others</h3>
      <CodeRow code={code} />
      <Button look="quiet" wide onClick={share}>
        <Copy aria-hidden className="size-5" />
        <span>Share the link</span>
      </Button>
      <details className="text-sm">
        <summary className="flex min-h-11 cursor-pointer items-center font-semibold">
          Show the QR code
        </summary>
        {qr(link, `QR code of the link to join ${name}`)}
      </details>
      <p className="text-sm text-muted">
        Whoever has the code can join. It shows your name and your instalment.
      </p>
    </Card>
  );
}
