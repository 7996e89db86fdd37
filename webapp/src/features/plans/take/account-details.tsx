import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { evaluate } from '@/engine';
import { Facts } from '@/payment/breakdown';
import { Balance, money } from '@/payment/money';
import { AccountRows, OwnAccount, WaitingForTransfer } from '@/payment/own-account';
import { useFunded } from '@/payment/use-funded';
import { subscriptionQuery } from '../queries';
import type { Subscription } from '../types';
import { firstAmount } from './first-payment';

interface Props {
  subscription: Subscription;
  /** The money has arrived, and the plan runs. */
  onArrived: (subscription: Subscription) => void;
}

const LOOK_EVERY_MS = 4000;

/** The account for the first payment of a plan, and the wait for it. */
export function AccountDetails({ subscription: taken, onArrived }: Props) {
  const amount = firstAmount(taken);
  const found = useQuery({ ...subscriptionQuery(taken.id), refetchInterval: LOOK_EVERY_MS });
  const subscription = found.data ?? taken;
  const [came, setCame] = useState<string | null>(null);
  useFunded('NGN', async (credit) => {
    // The plan, fetched again, tells whether the money has started it.
    const { data, isSuccess } = await found.refetch();
    if (isSuccess && data.awaits_payment) setCame(credit.net_amount);
  });
  const arrived = useEffectEvent(() => onArrived(subscription));
  const { awaits_payment, due_at, fee_paid } = subscription;
  // The first payment sets the end of a plan, or the fee paid of a loan.
  const hasArrived = due_at !== null || fee_paid !== null;
  useEffect(() => {
    if (hasArrived) arrived();
  }, [hasArrived]);
  if (!hasArrived && !awaits_payment)
    return (
      <p role="alert" className="rounded-control bg-sunken p-4 text-sm font-medium">
        This plan has ended, and waits for no money. What you send now stays in your wallet.
      </p>
    );
  const quoted = evaluate('funding.quote', { method: 'bank', currency: subscription.currency, amount });
  return (
    <OwnAccount currency="NGN">
      {(account) => (
        <>
          <Facts
            rows={[
              ['Plan', subscription.name],
              [
                'Send exactly',
                <strong key="amount" className="text-lg">
                  {money(amount, subscription.currency)}
                </strong>,
              ],
              quoted.valid && ['Processing fee', money(quoted.fee, subscription.currency)],
            ]}
          />
          <div className="rounded-control bg-sunken px-4 py-1">
            <AccountRows account={account} />
          </div>
          {came !== null && !hasArrived ? (
            <p role="alert" className="rounded-control bg-sunken p-4 text-sm font-medium">
              <Balance amount={came} currency="NGN" />
              <span>{" arrived, but that doesn't start this plan. It's in your wallet."}</span>
            </p>
          ) : (
            <WaitingForTransfer />
          )}
        </>
      )}
    </OwnAccount>
  );
}
