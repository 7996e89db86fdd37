import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useReducer, useRef, useState } from 'react';
import type { Elements } from '@/lib/elements';
import { Breakdown, Facts } from '@/payment/breakdown';
import { categoryOf } from '@/payment/kinds';
import { money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import { partyRows } from '@/payment/receipt';
import { forgetPayment } from '@/payment/send';
import { tellOutcome } from '@/payment/tell-outcome';
import type { Quote, Transaction } from '@/payment/types';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { AmountStage } from './amount-stage';
import { FIRST, movementOf, orderOf, type Payee, partyOf, paymentTo, type Stage, transition } from './flow';
import { useQuote } from './mutations';
import { beneficiaryKeys, newestBeneficiariesQuery } from './queries';
import { RecipientStage } from './recipient-stage';
import type { Wallet } from './types';

interface Props {
  open: boolean;
  onClose: () => void;
  onPaid: (transaction: Transaction) => void;
  wallet: Wallet;
  product: string;
  /** The payee, if the payment starts with the amount. */
  to?: Payee | undefined;
  /** Shown in place of the flow: steps required before money can be sent. */
  before?: Elements;
}

/** Sending money: payee, amount, review, PIN. */
export function TransferSheet({ open, onClose, onPaid, wallet, product, to, before }: Props) {
  const [first] = useState(() => (to ? paymentTo(to) : FIRST));
  const [stage, dispatch] = useReducer(transition, first);
  const [sending, setSending] = useState(false);
  // A payment cannot be changed while its response is pending.
  const [pending, setPending] = useState(false);
  const hasNoneSaved = useQuery({ ...newestBeneficiariesQuery, enabled: open }).data?.total === 0;
  // The user may leave a slow payment: its result appears wherever they are by then.
  const isWaiting = useRef(open);
  isWaiting.current = open;
  const isFirst =
    stage === first || (stage.name === 'recipient' && stage.destination === null && !stage.adding);
  const isStart = isFirst || (to !== undefined && stage.name === 'form');
  const back =
    before || isStart || pending ? undefined : () => dispatch({ type: 'back', none: hasNoneSaved });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={titleOf(stage)}
      stage={stage.name === 'recipient' && stage.adding ? 'new account' : stage.name}
      onBack={back}
      held={sending}
    >
      {before}
      {!before && stage.name === 'recipient' && (
        <RecipientStage
          stage={stage}
          wallet={wallet}
          product={product}
          hasNoneSaved={hasNoneSaved}
          dispatch={dispatch}
        />
      )}
      {!before && stage.name === 'form' && (
        <AmountStage
          stage={stage}
          wallet={wallet}
          onQuoted={(draft, quote, agreed) => {
            forgetPayment();
            dispatch({ type: 'quoted', draft, quote, agreed });
          }}
        />
      )}
      {stage.name === 'receipt' && <Review stage={stage} onAccepted={() => dispatch({ type: 'accepted' })} />}
      {stage.name === 'authorize' && (
        <AuthorizeStage
          stage={stage}
          onSending={setSending}
          onPending={setPending}
          onPaid={(transaction) => {
            if (isWaiting.current) onPaid(transaction);
            else tellOutcome(transaction);
          }}
          wasLeft={() => !isWaiting.current}
          onRequoted={(quote) => dispatch({ type: 'requoted', quote })}
        />
      )}
    </Sheet>
  );
}

/** The sheet's title; the review's names the action. */
function titleOf(stage: Stage): string {
  if (stage.name !== 'receipt') return 'Transfer';
  const { quote, payee } = stage;
  return `Send ${money(quote.amount, quote.currency)} to ${partyOf(payee).name}`;
}

interface ReviewProps {
  stage: Extract<Stage, { name: 'receipt' }>;
  onAccepted: () => void;
}

/** The amount, the payee and the cost. */
function Review({ stage: { payee, draft, quote }, onAccepted }: ReviewProps) {
  const description = draft.description.trim();
  return (
    <>
      <Facts
        rows={[
          ...partyRows(partyOf(payee), categoryOf(movementOf(payee))),
          description !== '' && ['Description', description],
        ]}
      />
      <hr className="border-line" />
      <Breakdown lines={quote.lines} total={quote.total} currency={quote.currency} of={{ quote: quote.id }} />
      {[quote.payout_note, quote.rate_note].filter(Boolean).map((note) => (
        <p key={note} className="text-sm text-muted">
          {note}
        </p>
      ))}
      <Button wide onClick={onAccepted}>
        {`Pay ${money(quote.total, quote.currency)}`}
      </Button>
    </>
  );
}

interface AuthorizeProps {
  stage: Extract<Stage, { name: 'authorize' }>;
  onSending: (sending: boolean) => void;
  onPending: (pending: boolean) => void;
  onPaid: (transaction: Transaction) => void;
  /** Whether the user has left this stage. */
  wasLeft: () => boolean;
  onRequoted: (quote: Quote) => void;
}

/** The PIN stage. If the price has changed, the flow returns to the review with the new quote. */
function AuthorizeStage({ stage, onSending, onPending, onPaid, wasLeft, onRequoted }: AuthorizeProps) {
  const queries = useQueryClient();
  const { quote, payee } = stage;
  const requote = useQuote(payee, quote.currency);
  const { name, bank_name } = partyOf(payee);
  return (
    <PinStage
      {...orderOf(stage)}
      total={quote.total}
      mayLeave
      payee={[name, bank_name].filter(Boolean).join(' · ')}
      onSending={onSending}
      onPending={onPending}
      onPaid={async (transaction) => {
        await queries.invalidateQueries({ queryKey: beneficiaryKeys.all });
        onPaid(transaction);
      }}
      requote={async () => onRequoted(await requote.mutateAsync(quote.amount))}
      onRefused={({ message }) => {
        if (wasLeft()) toast.error(message);
        return wasLeft();
      }}
    />
  );
}
