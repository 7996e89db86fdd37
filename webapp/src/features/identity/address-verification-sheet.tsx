import { useState } from 'react';
import { evaluate } from '@/engine';
import { store } from '@/lib/storage';
import { Breakdown } from '@/payment/breakdown';
import { categoryLabel } from '@/payment/kinds';
import { PinStage } from '@/payment/pin-stage';
import { forgetPayment } from '@/payment/send';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { refreshUser } from './api';

const CURRENCY = 'NGN';
/** The server's name for the authorised action. */
const PAYEE = 'address-verification';

type Stage = 'notice' | 'invoice' | 'pin';

const BACK: Record<Stage, Stage | null> = { notice: null, invoice: 'notice', pin: 'invoice' };

/** Notice, invoice, PIN: the user pays once to have the address verified. */
export function AddressVerificationSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [stage, setStage] = useState<Stage>('notice');
  const [sending, setSending] = useState(false);
  const before = BACK[stage];
  const { amount, fee, total, due } = evaluate('address.fee', { pending: false, verified: false });
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
            Somebody visits the address to confirm that you live there. This happens once, takes up to three
            days, and is paid for from your naira wallet.
          </p>
          <Button wide onClick={() => setStage('invoice')}>
            Proceed
          </Button>
        </>
      )}
      {stage === 'invoice' && (
        <>
          <Breakdown
            lines={[
              { label: categoryLabel('address-verification'), amount },
              { label: 'Fee', amount: fee },
            ]}
            total={total}
            totalLabel="Total"
            currency={CURRENCY}
          />
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
      {stage === 'pin' && (
        <PinStage
          kind="address_verification"
          order={{ currency: CURRENCY, amount: due, payee: PAYEE, body: {} }}
          total={total}
          onSending={setSending}
          onPaid={async () => {
            const user = await refreshUser();
            store('address confirmation date', user.settings.address_pending_until);
            toast.success('Your address is being verified.');
            onClose();
          }}
        />
      )}
    </Sheet>
  );
}
