import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useUser } from '@/api/use-session';
import type { Elements } from '@/lib/elements';
import { Breakdown, Facts } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { accountsQuery } from '@/payment/queries';
import { forgetPayment } from '@/payment/send';
import type { Quote } from '@/payment/types';
import { Button, buttonClasses } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { useAfterSubscribing, useAlertQuote } from './mutations';
import { longDay } from './subscription';

interface Props {
  open: boolean;
  /** Shown in place of continuing: steps required before a payment. */
  before: Elements | undefined;
  onClose: () => void;
}

type Stage = 'proceed' | 'invoice' | 'pin';

const BACK: Record<Stage, Stage | null> = { proceed: null, invoice: 'proceed', pin: 'invoice' };

/** The offer, the invoice, and then the PIN. (Document 3, section 4.) */
export function RenewSheet({ open, before, onClose }: Props) {
  const user = useUser();
  const [stage, setStage] = useState<Stage>('proceed');
  const [quote, setQuote] = useState<Quote | null>(null);
  const [sending, setSending] = useState(false);
  const ask = useAlertQuote();
  const after = useAfterSubscribing();
  const back = BACK[stage];
  const until = user?.meta.sub ?? null;
  const proceed = () =>
    ask.mutate(undefined, {
      onSuccess: (given) => {
        setQuote(given);
        setStage('invoice');
      },
    });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      afterClose={() => {
        setStage('proceed');
        ask.reset();
      }}
      title="Trade signals"
      onBack={back ? () => setStage(back) : undefined}
      held={sending}
      stage={stage}
    >
      {stage === 'proceed' && (
        <>
          <p>
            For one month, you see which changes of coins' prices our provider predicts, and are notified as
            soon as that changes. Predictions can be wrong. Days without current ones are added to your month.
            It does not renew by itself: we remind you three days before it ends.
          </p>
          {until !== null && (
            <p className="text-sm text-muted">
              {`Paid for until ${longDay(until)}. A month that has not ended is not lost: the new one begins after it.`}
            </p>
          )}
          {ask.error && (
            <p role="alert" className="text-sm font-medium text-negative">
              {ask.error.message}
            </p>
          )}
          {before ?? (
            <Button wide busy={ask.isPending} onClick={proceed}>
              Proceed
            </Button>
          )}
          {ask.error?.violations.some(({ params }) => params.unlock === 'fund') && (
            <Link to="/bank-transfer" className={buttonClasses('quiet', true)}>
              Fund
            </Link>
          )}
        </>
      )}
      {stage === 'invoice' && quote && (
        <Invoice
          quote={quote}
          onConfirm={() => {
            forgetPayment();
            setStage('pin');
          }}
        />
      )}
      {stage === 'pin' && quote && (
        <PinStage
          kind="alert_subscription"
          order={{
            body: { quote_id: quote.id },
            currency: quote.currency,
            amount: quote.amount,
            payee: quote.payee,
          }}
          total={quote.total}
          onSending={setSending}
          onPaid={async () => {
            await after();
            toast.success('Your trade signals are on.');
            onClose();
          }}
          requote={() => setStage('proceed')}
        />
      )}
    </Sheet>
  );
}

function Invoice({ quote, onConfirm }: { quote: Quote; onConfirm: () => void }) {
  const accounts = useQuery(accountsQuery);
  const wallet = accounts.data?.wallets.find(({ base_currency }) => base_currency === quote.currency);
  return (
    <>
      <Breakdown
        lines={quote.lines}
        total={quote.total}
        currency={quote.currency}
        totalLabel="Total"
        of={{ quote: quote.id }}
      />
      {wallet && (
        <>
          <hr className="border-line" />
          <Facts
            rows={[
              [
                'Available',
                <Balance key="balance" amount={wallet.ledger_balance} currency={quote.currency} />,
              ],
            ]}
          />
        </>
      )}
      <Button wide onClick={onConfirm}>
        Confirm
      </Button>
    </>
  );
}
