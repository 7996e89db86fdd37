import { Link } from '@tanstack/react-router';
import { Fingerprint, KeyRound, WifiOff } from 'lucide-react';
import { useState } from 'react';
import type { Problem, ProblemCode } from '@/api/problem';
import { usePreparedForm } from '@/engine/use-prepared-form';
import { useOnline } from '@/lib/online';
import { useKeypad } from '@/lib/touch';
import { Button, buttonClasses } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Keypad } from '@/ui/keypad';
import type { PaymentKind } from './kinds';
import { money } from './money';
import { usePasskeyCovers } from './passkeys';
import { PIN_DIGITS, PinField } from './pin-field';
import type { AwaitedPlan, Order } from './send';
import type { Transaction } from './types';
import { isUnderWay, type Progress, usePayment } from './use-payment';

interface Props<K extends PaymentKind> {
  kind: K;
  order: Order<K>;
  /** The total debit, fees included. */
  total: string;
  /** The payee, in a few words. */
  payee?: string;
  /** Shown if the PIN confirms more than paying the total now. */
  agrees?: { words: string; amount: string; note: string };
  /** See `usePayment`. */
  onSending: (sending: boolean) => void;
  onPending?: (pending: boolean) => void;
  mayLeave?: boolean;
  onPaid: (transaction: Transaction) => unknown;
  onAwaited?: (plan: AwaitedPlan) => unknown;
  requote?: () => unknown;
  onRefused?: (problem: Problem) => unknown;
}

const WORDS: Record<Progress, string> = {
  nothing: '',
  offline: '',
  paying: 'Paying',
  validated: 'Paying',
  slow: "Your bank is slow. You can close this: we'll tell you.",
  checking: 'We lost the connection. Checking whether your payment went through.',
};

/** Refusals after which the PIN is set in the settings, with the link's label. */
const SET_ELSEWHERE: Partial<Record<ProblemCode, string>> = {
  pin_locked: 'Reset PIN',
  pin_not_set: 'Set PIN',
};

/** The PIN stage, which then pays. */
export function PinStage<K extends PaymentKind>(props: Props<K>) {
  const { kind, order, total, payee, agrees, onSending, onPending, mayLeave } = props;
  const { onPaid, onAwaited, requote, onRefused } = props;
  const [pin, setPin] = useState('');
  const hasKeypad = useKeypad();
  const isOnline = useOnline();
  const { send, progress } = usePayment(kind, {
    onSending,
    onPending,
    mayLeave,
    onPaid,
    onAwaited,
    requote,
    onRefused: (problem) => {
      setPin('');
      return onRefused?.(problem);
    },
  });
  const { isPending, error } = send;
  // A missing or locked PIN cannot be entered: both lead to the form that sets it.
  const toSettings = error ? SET_ELSEWHERE[error.code] : undefined;
  const isAboutPin = error?.violations.some(({ field }) => field === 'pin') ?? false;
  const form = usePreparedForm('transaction_pin', {});
  const { currency, amount } = order;
  const passkey = usePasskeyCovers({ kind, currency, amount });
  // The lines below the button stay where they are.
  const [isReserved] = useState(passkey === undefined);
  const pay = (whole: string) => {
    if (!isPending && form.fieldError('pin', whole) === null) send.mutate({ proof: { pin: whole }, order });
  };
  const press = (digit: string) => {
    const typed = [...pin, digit].slice(0, PIN_DIGITS).join('');
    setPin(typed);
    pay(typed);
  };
  return (
    <div className="flex flex-col gap-4">
      <p className="text-center">
        <span className="block text-sm text-muted">{agrees?.words ?? 'You are about to pay'}</span>
        <strong className="figures text-2xl wrap-anywhere">
          {money(agrees?.amount ?? total, order.currency)}
        </strong>
        {payee && (
          <span className="block text-sm wrap-anywhere text-muted">{agrees ? payee : `to ${payee}`}</span>
        )}
        {agrees && <span className="block text-sm wrap-anywhere text-muted">{agrees.note}</span>}
      </p>
      {error && toSettings ? (
        <>
          <p role="alert" className="text-center text-sm font-medium text-negative">
            {error.message}
          </p>
          <Link
            to="/settings"
            search={{ currency: order.currency, operation: 'reset-pin' }}
            className={buttonClasses('primary', true)}
          >
            <KeyRound aria-hidden className="size-5" />
            <span>{toSettings}</span>
          </Link>
        </>
      ) : (
        <div className={isAboutPin ? 'animate-[shake_240ms]' : undefined}>
          <PinField
            value={pin}
            disabled={isPending}
            hasKeypad={hasKeypad}
            onChange={setPin}
            onWhole={pay}
            error={isAboutPin ? error?.message : undefined}
            isRefused={error !== null && error.code !== 'given_up'}
          />
        </div>
      )}
      {!toSettings && (passkey || isReserved) && (
        <Button
          look="quiet"
          wide
          className={passkey ? undefined : 'invisible'}
          disabled={isPending}
          onClick={() => send.mutate({ proof: 'passkey', order })}
        >
          <Fingerprint aria-hidden className="size-5" />
          <span>Use fingerprint or face</span>
        </Button>
      )}
      {!toSettings && !isAboutPin && <FormError>{error?.message}</FormError>}
      {!isOnline && progress !== 'checking' && (
        <p role="alert" className="flex items-start gap-3 rounded-control bg-sunken p-4 text-sm font-medium">
          <WifiOff aria-hidden className="mt-0.5 size-5 shrink-0 text-warning" />
          <span>
            <span>
              {isUnderWay(progress)
                ? "You're offline. We'll check whether your payment went through as soon as you're back."
                : "You're offline. Nothing was sent, your money hasn't moved."}
            </span>
            {progress === 'offline' && (
              <span className="block">It's sent as soon as you're back, unless you close this.</span>
            )}
          </span>
        </p>
      )}
      <p role="status" className="min-h-6 text-center text-sm text-muted">
        {/* (Document 2, section 8.) */}
        {progress === 'validated' && send.variables?.proof !== 'passkey' && (
          <span className="block">Transaction pin validated!</span>
        )}
        <span>{WORDS[progress]}</span>
      </p>
      {hasKeypad && !toSettings && (
        <Keypad
          label="Transaction PIN keypad"
          disabled={isPending}
          onKey={press}
          onDelete={() => setPin(pin.slice(0, -1))}
        />
      )}
    </div>
  );
}
