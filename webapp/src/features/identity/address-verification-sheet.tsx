import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { evaluate } from '@/engine';
import { asShown } from '@/engine/hidden';
import { store } from '@/lib/storage';
import { Breakdown, Facts } from '@/payment/breakdown';
import { categoryLabel } from '@/payment/kinds';
import { Balance } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { accountsQuery } from '@/payment/queries';
import { forgetPayment } from '@/payment/send';
import { Button, buttonClasses } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { ListSkeleton } from '@/ui/states';
import { toast } from '@/ui/toast';
import { refreshUser } from './api';
import { isPinSet, pinStatusQuery } from './pin';
import { FirstPin } from './pin-sheet';

const CURRENCY = 'NGN';
/** The server's name for the authorised action. */
const PAYEE = 'address-verification';

const NOTHING_PAID = { pending: false, verified: false } as const;

type Stage = 'notice' | 'invoice' | 'pin';

const BACK: Record<Stage, Stage | null> = { notice: null, invoice: 'notice', pin: 'invoice' };

/** Notice, invoice, PIN: a single payment to have the address verified. */
export function AddressVerificationSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [stage, setStage] = useState<Stage>('notice');
  const [sending, setSending] = useState(false);
  const before = BACK[stage];
  const { total, due } = evaluate('address.fee', NOTHING_PAID);
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => setStage('notice')}
      title="Verify Address"
      onBack={before ? () => setStage(before) : undefined}
      stage={stage}
      held={sending}
    >
      {stage === 'notice' && (
        <>
          <p>
            Someone visits the address to confirm that you live there. This happens once, takes up to three
            days, and is paid for from your naira wallet.
          </p>
          <Proceed onProceed={() => setStage('invoice')} />
        </>
      )}
      {stage === 'invoice' && (
        <Invoice
          onConfirm={() => {
            forgetPayment();
            setStage('pin');
          }}
        />
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

/** Continues to the invoice once a PIN is set. */
function Proceed({ onProceed }: { onProceed: () => void }) {
  const statuses = useQuery(pinStatusQuery);
  return (
    <Loaded query={statuses} waiting={<ListSkeleton rows={1} />}>
      {({ [CURRENCY]: status = 'absent' }) =>
        isPinSet(status) ? (
          <Button wide onClick={onProceed}>
            Proceed
          </Button>
        ) : (
          <FirstPin currency={CURRENCY} status={status} />
        )
      }
    </Loaded>
  );
}

/** The cost, and the balance to pay it from. */
function Invoice({ onConfirm }: { onConfirm: () => void }) {
  const accounts = useQuery(accountsQuery);
  return (
    <Loaded query={accounts} waiting={<ListSkeleton rows={2} />}>
      {({ wallets }) => {
        const naira = wallets.find(({ base_currency }) => base_currency === CURRENCY);
        const balance = naira?.ledger_balance ?? '0';
        const { amount, fee, total, low } = evaluate('address.fee', { ...NOTHING_PAID, balance });
        return (
          <>
            <Breakdown
              lines={[
                { label: categoryLabel('address-verification'), amount },
                { label: 'Fee', amount: fee },
              ]}
              total={total}
              totalLabel="Total"
              currency={CURRENCY}
              of={{ asked: [{ rule: 'address.fee', input: { ...NOTHING_PAID, balance } }] }}
            />
            <hr className="border-line" />
            <Facts rows={[['Available', <Balance key="balance" amount={balance} currency={CURRENCY} />]]} />
            {low ? (
              <>
                <p role="alert" className="text-sm font-medium text-negative">
                  {asShown(low).message}
                </p>
                <Link to="/bank-transfer" className={buttonClasses('primary', true)}>
                  Fund
                </Link>
              </>
            ) : (
              <Button wide onClick={onConfirm}>
                Confirm
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
