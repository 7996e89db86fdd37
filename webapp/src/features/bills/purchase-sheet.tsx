import { useState } from 'react';
import type { Elements } from '@/lib/elements';
import { Breakdown, Facts } from '@/payment/breakdown';
import { categoryOf } from '@/payment/kinds';
import { Money, money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { partyRows } from '@/payment/receipt';
import type { Quote, Transaction } from '@/payment/types';
import { Button } from '@/ui/button';
import { Warning } from '@/ui/notice';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { type BillKind, goesToPin, nameOf, type Review } from './kinds';
import { useBillQuote } from './mutations';
import { ServiceMark } from './service-mark';

interface Props {
  review: Review;
  open: boolean;
  /** Shown in place of the stages: a step required before a bill can be paid. */
  before?: Elements;
  onClose: () => void;
  onPaid: (transaction: Transaction) => unknown;
}

/** The PIN of a purchase, after a review where there is more to see than number, network and amount. */
export function PurchaseSheet({ review, open, before, onClose, onPaid }: Props) {
  const { kind, service, body, facts, warning } = review;
  const [quote, setQuote] = useState<Quote>(review.quote);
  const first = goesToPin(kind) ? 'authorize' : 'review';
  const [stage, setStage] = useState<'review' | 'authorize'>(first);
  const [sending, setSending] = useState(false);
  const requote = useBillQuote(kind);
  const { name, account_number } = quote.recipient ?? {};
  // Number, network and package; elsewhere the review has shown the details.
  const payee =
    first === 'authorize'
      ? [account_number, nameOf(kind, service), ...facts.map(([, value]) => value)]
      : [name, account_number];
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={stage === 'review' ? 'Review' : 'Authorize'}
      stage={stage}
      onBack={!before && stage !== first ? () => setStage(first) : onClose}
      held={sending}
    >
      {before}
      {!before && stage === 'review' && (
        <>
          <p className="flex flex-col items-center gap-3 text-center text-2xl font-bold">
            <ServiceMark code={service} className="size-14!" />
            <span className="w-full">
              <Money amount={quote.amount} currency={quote.currency} />
            </span>
          </p>
          <Facts rows={[...partyRows(quote.recipient, categoryOf(kind)), ...facts]} />
          <hr className="border-line" />
          <Breakdown
            lines={quote.lines}
            total={quote.total}
            currency={quote.currency}
            of={{ quote: quote.id }}
          />
          <Button wide onClick={() => setStage('authorize')}>
            {`Pay ${money(quote.total, quote.currency)}`}
          </Button>
        </>
      )}
      {!before && stage === 'authorize' && (
        <>
          {first === 'authorize' && (
            <>
              {warning !== undefined && <Warning>{warning}</Warning>}
              <ServiceMark code={service} className="size-14! self-center" />
              {quote.lines.length > 1 && (
                <Breakdown
                  lines={quote.lines}
                  total={quote.total}
                  currency={quote.currency}
                  of={{ quote: quote.id }}
                />
              )}
            </>
          )}
          <PinStage<BillKind>
            kind={kind}
            order={{
              body: { ...body, quote_id: quote.id },
              currency: quote.currency,
              amount: quote.amount,
              payee: quote.payee,
            }}
            total={quote.total}
            payee={payee.filter(Boolean).join(' · ')}
            onSending={setSending}
            onPaid={onPaid}
            requote={async () => {
              try {
                setQuote(await requote.mutateAsync(body));
                setStage(first);
              } catch (failure) {
                // The form shows what can be bought now.
                onClose();
                throw failure;
              }
            }}
            onRefused={async ({ code, message }) => {
              if (code !== 'validation_spent') return;
              // The form looks the customer up again.
              toast.info(message);
              await requote.mutateAsync(body).catch(() => null);
              onClose();
            }}
          />
        </>
      )}
    </Sheet>
  );
}
