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

/** The end of a plan: its reason, its date, and the payout. */
export function Ended({ subscription, ended: { how, on, returned, penalty } }: Props) {
  const { pot_currency: currency } = subscription;
  const day = on === null ? '' : ` on ${nearDayWords(on)}`;
  const words = WORDS[how](subscription);
  return (
    <div className="figures flex flex-col gap-1 rounded-control bg-sunken px-4 py-3 text-sm">
      <p className="font-medium">{returned === null ? `${words}${day}.` : `${words}.`}</p>
      {returned !== null && (
        <p>
          <Balance amount={returned} currency={currency} />
          <span>{` was returned${day}.`}</span>
        </p>
      )}
      {penalty !== null && (
        <p className="text-muted">
          <span>{'The penalty for leaving early was '}</span>
          <Balance amount={penalty} currency={currency} />
        </p>
      )}
    </div>
  );
}
