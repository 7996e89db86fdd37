import { useState } from 'react';
import type { Contract } from '@/api/contract';
import { useKeypad } from '@/lib/touch';
import { PIN_DIGITS, PinField } from '@/payment/pin-field';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Keypad } from '@/ui/keypad';
import { toast } from '@/ui/toast';
import { useSharePin } from './pin';

interface Props {
  currency: Contract<'Currency'>;
  /** The currency in a word, such as the name of a coin. */
  name: string;
  /** Leads to the form for a PIN of its own. */
  onOther: () => void;
}

/** Sets the naira PIN for another currency: it is entered once. */
export function SharedPin({ currency, name, onOther }: Props) {
  const [pin, setPin] = useState('');
  const hasKeypad = useKeypad();
  const share = useSharePin(currency);
  const { isPending, error } = share;
  const isAboutPin = error?.violations.some(({ field }) => field === 'pin') ?? false;
  const send = (whole: string) => {
    if (isPending) return;
    share.mutate(whole, {
      onSuccess: () => toast.success('Transaction pin changed!'),
      onError: () => setPin(''),
    });
  };
  const press = (digit: string) => {
    const typed = [...pin, digit].slice(0, PIN_DIGITS).join('');
    setPin(typed);
    if (typed.length === PIN_DIGITS) send(typed);
  };
  return (
    <>
      <p className="text-center font-medium">{`Choose a PIN for ${name}, or use your naira PIN.`}</p>
      <p className="text-center text-sm text-muted">
        Enter your naira PIN to use it here too. A new naira PIN then holds here as well.
      </p>
      <PinField
        value={pin}
        disabled={isPending}
        hasKeypad={hasKeypad}
        onChange={setPin}
        onWhole={send}
        error={isAboutPin ? error?.message : undefined}
        isRefused={error !== null}
      />
      {!isAboutPin && <FormError>{error?.message}</FormError>}
      <Button look="link" className="self-center" disabled={isPending} onClick={onOther}>
        Choose another PIN
      </Button>
      {hasKeypad && (
        <Keypad
          label="Transaction PIN keypad"
          disabled={isPending}
          onKey={press}
          onDelete={() => setPin(pin.slice(0, -1))}
        />
      )}
    </>
  );
}
