import { CircleX } from 'lucide-react';
import { useState } from 'react';
import { Facts, type Row } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Awaited } from '../awaited';
import { CancelDialog } from '../cancel-dialog';
import { Gain } from '../common/gain';
import { ContinueSheet } from '../continue-sheet';
import { leaveOffer } from '../leave-offer';
import { StopDialog } from '../stop-dialog';
import { SubscriptionCard } from '../subscription-card';
import type { Subscription } from '../types';
import { dayOfInstant, dayWords } from '../words';
import { CoinRows } from './coin-rows';

interface Props {
  set: Subscription;
  open: boolean;
  onToggle: () => void;
}

/** A coin set in the list; expanded, it shows its coins and the cost of leaving it. */
export function CoinSetItem({ set, open, onToggle }: Props) {
  const [asked, setAsked] = useState<'terminate' | 'cancel' | 'continue' | null>(null);
  // Each question starts afresh.
  const [count, setCount] = useState(0);
  const ask = (what: 'terminate' | 'cancel' | 'continue') => {
    setCount(count + 1);
    setAsked(what);
  };
  const { currency, amount, due_at, reference, created_at, coins, worth, awaits_payment, ended } = set;
  const isOpen = ended === null;
  const rows: Row[] = [
    ['Put in', <Balance key="amount" amount={amount} currency={currency} />],
    worth && isOpen && ['Spent on coins', <Balance key="cost" amount={worth.cost} currency={currency} />],
    worth && isOpen && ['Worth now', <Balance key="worth" amount={worth.value} currency={currency} />],
    worth && isOpen && ['Gain or loss', <Gain key="gain" amount={worth.gain} currency={currency} />],
    ['Started', dayOfInstant(created_at)],
    due_at !== null && isOpen && ['Ends on', dayWords(due_at)],
    ['Reference', reference],
  ];
  return (
    <>
      <SubscriptionCard
        subscription={set}
        open={open}
        onToggle={onToggle}
        offers={[
          leaveOffer(
            set,
            { action: 'terminate', label: 'Terminate', icon: CircleX, onPress: () => ask('terminate') },
            () => ask('cancel'),
          ),
        ]}
      >
        {awaits_payment && (
          <Awaited subscription={set} then="We buy your coins" onContinue={() => ask('continue')} />
        )}
        <Facts rows={rows} />
        {worth && isOpen && <WhyLess worth={worth} currency={currency} />}
        {coins.length > 0 && <CoinRows rows={coins} currency={currency} />}
      </SubscriptionCard>
      <ContinueSheet subscription={set} open={asked === 'continue'} onClose={() => setAsked(null)} />
      <CancelDialog
        key={`cancel-${count}`}
        subscription={set}
        open={asked === 'cancel'}
        onClose={() => setAsked(null)}
      />
      <StopDialog
        key={count}
        subscription={set}
        open={asked === 'terminate'}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

interface WhyLessProps {
  worth: NonNullable<Subscription['worth']>;
  currency: Currency;
}

/** The meaning of a set's value, and the reason why it begins below what was paid. */
const WhyLess = ({ worth: { exchange_fee, sale_fee }, currency }: WhyLessProps) => (
  <p className="text-sm text-muted">
    <span>{`Worth now is what selling everything would bring. The exchange keeps ${exchange_fee}% of each purchase and of each sale, so a set begins below what was spent on its coins. What could not be spent is back in your wallet. Selling now would cost `}</span>
    <Balance amount={sale_fee} currency={currency} />
    <span>, which is taken off already.</span>
  </p>
);
