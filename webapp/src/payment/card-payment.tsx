import { useState } from 'react';
import { buttonClasses } from '@/ui/button';
import { Breakdown } from './breakdown';
import { CardCheckout } from './card-checkout';
import { money } from './money';
import { framesLoseCookies } from './safari';
import type { CardStarted, Currency, Transaction } from './types';

interface Props {
  currency: Currency;
  checkout: CardStarted;
  onPaid: (transaction: Transaction) => void;
  /** A checkout is paid once: another try needs another one. */
  onAgain: () => void;
}

export const CHARGED = 'Your card is charged';

/** The amount charged to the card, and then the card company's page. */
export function CardPayment({ currency, checkout, onPaid, onAgain }: Props) {
  const [opened, setOpened] = useState<'here' | 'window' | null>(null);
  if (opened === null) return <Review currency={currency} checkout={checkout} onPay={setOpened} />;
  return (
    <CardCheckout
      tx_ref={checkout.tx_ref}
      url={checkout.checkout_url}
      inWindow={opened === 'window'}
      onPaid={onPaid}
      onAgain={onAgain}
    />
  );
}

interface ReviewProps extends Pick<Props, 'currency' | 'checkout'> {
  onPay: (place: 'here' | 'window') => void;
}

function Review({ currency, checkout, onPay }: ReviewProps) {
  const words = `Pay ${money(checkout.charged, currency)}`;
  return (
    <>
      <Breakdown lines={checkout.lines} total={checkout.charged} currency={currency} totalLabel={CHARGED} />
      <p className="text-sm text-muted">
        You enter your card details on our payment partner's page. We never see the card number.
      </p>
      {framesLoseCookies() ? (
        <a
          href={checkout.checkout_url}
          target="_blank"
          rel="noreferrer"
          className={buttonClasses('primary', true)}
          onClick={() => onPay('window')}
        >
          {words}
        </a>
      ) : (
        <button type="button" className={buttonClasses('primary', true)} onClick={() => onPay('here')}>
          {words}
        </button>
      )}
    </>
  );
}
