import { useState } from 'react';
import { Breakdown, Facts } from '@/payment/breakdown';
import { PinStage } from '@/payment/pin-stage';
import { partyRows } from '@/payment/receipt';
import { forgetPayment } from '@/payment/send';
import type { Quote, Transaction } from '@/payment/types';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { AirtimeForm } from './airtime-form';
import { type Draft, NO_DRAFT, useAirtimeQuote } from './mutations';

type Stage = 'form' | 'receipt' | 'authorize';

/** Buying airtime: the form, then a sheet with review and PIN. */
export function Airtime({ onPaid }: { onPaid: (transaction: Transaction) => void }) {
  const [draft, setDraft] = useState(NO_DRAFT);
  const [quote, setQuote] = useState<Quote>();
  const [stage, setStage] = useState<Stage>('form');
  const [sending, setSending] = useState(false);
  const requote = useAirtimeQuote();
  const quoted = (entered: Draft, answer: Quote) => {
    forgetPayment();
    setDraft(entered);
    setQuote(answer);
    setStage('receipt');
  };
  return (
    <>
      <AirtimeForm draft={draft} onQuoted={quoted} />
      {quote && (
        <Sheet
          open={stage !== 'form'}
          onClose={() => setStage('form')}
          title={stage === 'receipt' ? 'Review' : 'Authorize'}
          onBack={() => setStage(stage === 'authorize' ? 'receipt' : 'form')}
          held={sending}
        >
          {stage === 'receipt' && (
            <>
              <Facts rows={partyRows(quote.recipient, 'airtime-topup')} />
              <Breakdown lines={quote.lines} total={quote.total} currency={quote.currency} />
              <Button wide onClick={() => setStage('authorize')}>
                Continue
              </Button>
            </>
          )}
          {stage === 'authorize' && (
            <PinStage
              kind="airtime"
              order={{
                body: { ...draft, confirm: true, quote_id: quote.id },
                currency: quote.currency,
                amount: quote.amount,
                payee: quote.payee,
              }}
              total={quote.total}
              onSending={setSending}
              onPaid={onPaid}
              onRefused={async ({ code }) => {
                if (code !== 'quote_changed') return;
                toast.info('The price has changed. Please look at it again.');
                quoted(draft, await requote.mutateAsync({ ...draft, confirm: true }));
              }}
            />
          )}
        </Sheet>
      )}
    </>
  );
}
