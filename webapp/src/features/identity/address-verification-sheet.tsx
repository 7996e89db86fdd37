import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '@/api/client';
import { forgetPayment, pay, paymentKey } from '@/api/payment';
import type { Problem } from '@/api/problem';
import { updateUser } from '@/api/session';
import { evaluate } from '@/engine';
import { store } from '@/lib/storage';
import { Button } from '@/ui/button';
import { PinField } from '@/ui/pin-field';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { me } from './api';

const CURRENCY = 'NGN';
/** As the server names what the PIN authorises. */
const PAYEE = 'address-verification';

type Stage = 'notice' | 'invoice' | 'pin';

const BACK: Record<Stage, Stage | null> = { notice: null, invoice: 'notice', pin: 'invoice' };

/** Notice, invoice, PIN: the address is verified for a fee, once. */
export function AddressVerificationSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [stage, setStage] = useState<Stage>('notice');
  const [sending, setSending] = useState(false);
  const before = BACK[stage];
  const invoice = evaluate('address.fee', { pending: false, verified: false });
  const shown = (amount: string) => evaluate('money.format', { amount, currency: CURRENCY }).text ?? amount;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => setStage('notice')}
      title="Verify Address"
      onBack={before ? () => setStage(before) : undefined}
      held={sending}
    >
      {stage === 'notice' && (
        <>
          <p>
            Somebody visits the address to see that you live there. It is done once, takes up to three days,
            and is paid for from your naira wallet.
          </p>
          <Button wide onClick={() => setStage('invoice')}>
            Proceed
          </Button>
        </>
      )}
      {stage === 'invoice' && (
        <>
          <dl className="flex flex-col gap-3">
            {[
              ['Address verification', invoice.amount],
              ['Fee', invoice.fee],
              ['Total', invoice.total],
            ].map(([label, amount]) => (
              <div
                key={label}
                className="flex justify-between gap-4 last:border-t last:border-line last:pt-3 last:font-bold"
              >
                <dt>{label}</dt>
                <dd className="figures">{shown(amount as string)}</dd>
              </div>
            ))}
          </dl>
          <Button
            wide
            onClick={() => {
              forgetPayment();
              setStage('pin');
            }}
          >
            Confirm
          </Button>
        </>
      )}
      {stage === 'pin' && <PinStage due={invoice.due} onSending={setSending} onPaid={onClose} />}
    </Sheet>
  );
}

interface PinStageProps {
  due: string;
  /** From the whole PIN until the answer. */
  onSending: (sending: boolean) => void;
  onPaid: () => void;
}

function PinStage({ due, onSending, onPaid }: PinStageProps) {
  const queries = useQueryClient();
  const [pin, setPin] = useState('');
  const [checking, setChecking] = useState(false);
  const send = useMutation({
    mutationFn: async (typed: string) => {
      const body = {
        pin: typed,
        currency: CURRENCY,
        action: 'address_verification' as const,
        amount: due,
        payee: PAYEE,
        idempotency_key: paymentKey(),
      };
      const { data } = await call('POST', '/wallet/pin-confirm', { body });
      return pay({ path: '/verify/address', body: {} }, data.authorisation, () => setChecking(true));
    },
    meta: { quiet: true },
    onMutate: () => onSending(true),
    onSettled: () => onSending(false),
    onSuccess: async () => {
      const user = await me();
      updateUser(user);
      store('address confirmation date', user.settings.address_pending_until);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['accounts'] }),
        queries.invalidateQueries({ queryKey: ['transactions'] }),
      ]);
      toast.success('Your address is being verified.');
      onPaid();
    },
    onError: (_: Problem) => {
      setPin('');
      setChecking(false);
    },
  });
  return (
    <>
      <PinField
        value={pin}
        disabled={send.isPending}
        onChange={setPin}
        onWhole={(whole) => {
          if (!send.isPending) send.mutate(whole);
        }}
        error={send.error ? send.error.message || 'Ops, something went wrong!' : undefined}
      />
      <p role="status" className="min-h-6 text-center text-sm text-muted">
        {send.isPending &&
          (checking ? 'The answer was lost. Checking what became of your payment.' : 'Paying')}
      </p>
    </>
  );
}
