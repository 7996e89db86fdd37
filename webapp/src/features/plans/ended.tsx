import { Balance } from '@/payment/money';
import type { Ended as HowEnded, Subscription } from './types';
import { nearDayWords } from './words';

/** The end of a plan in words: brief where the server's comment explains it. */
const WORDS: Record<HowEnded['how'], (subscription: Subscription) => string> = {
  completed: () => 'This plan has come to its end',
  repaid: () => 'This loan was repaid',
  stopped: () => 'You stopped this plan',
  stopped_by_creator: ({ created_by_name }) => `${created_by_name} ended this plan for everybody`,
  left: () => 'You left this plan',
  not_joined: () => 'You did not join this plan',
  cancelled: () => 'This plan was cancelled before its first payment',
  declined: () => 'We declined this request',
  handed_back: () => 'You handed this loan back',
  taken_back: () => 'This request has ended',
  not_bought: () => 'This plan has ended',
};

interface Props {
  subscription: Subscription;
  ended: HowEnded;
}

/** The end of a plan in one line: what was returned, or how it ended. */
export function EndedWords({ subscription, ended: { how, on, returned } }: Props) {
  const day = on === null ? '' : ` on ${nearDayWords(on)}`;
  if (returned === null) return <span>{`${WORDS[how](subscription)}${day}.`}</span>;
  return (
    <>
      <Balance amount={returned} currency={subscription.pot_currency} />
      <span>{` was returned${day}.`}</span>
    </>
  );
}

/** The end of a plan: its reason, its date, and the payout. */
export function Ended({ subscription, ended }: Props) {
  const { how, returned, penalty } = ended;
  const { pot_currency: currency } = subscription;
  return (
    <div className="figures flex flex-col gap-1 rounded-control bg-sunken px-4 py-3 text-sm">
      {returned !== null && <p className="font-medium">{`${WORDS[how](subscription)}.`}</p>}
      <p className={returned === null ? 'font-medium' : undefined}>
        <EndedWords subscription={subscription} ended={ended} />
      </p>
      {penalty !== null && (
        <p className="text-muted">
          <span>{'The penalty for leaving early was '}</span>
          <Balance amount={penalty} currency={currency} />
        </p>
      )}
    </div>
  );
}
