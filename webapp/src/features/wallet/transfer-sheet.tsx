import { useQueryClient } from '@tanstack/react-query';
import { Building2, WalletCards } from 'lucide-react';
import { useReducer, useState } from 'react';
import { evaluate } from '@/engine';
import { Breakdown, Facts } from '@/payment/breakdown';
import { PinStage } from '@/payment/pin-stage';
import { partyRows } from '@/payment/receipt';
import { forgetPayment } from '@/payment/send';
import type { Quote, Transaction } from '@/payment/types';
import { Button } from '@/ui/button';
import { Sheet } from '@/ui/sheet';
import { toast } from '@/ui/toast';
import { AmountStage } from './amount-stage';
import { BankRecipient } from './bank-recipient';
import { categoryOf, firstOf, orderOf, type Payee, partyOf, type Stage, transition } from './flow';
import { useQuote } from './mutations';
import { beneficiaryKeys } from './queries';
import type { Wallet } from './types';
import { WalletRecipient } from './wallet-recipient';

interface Props {
  open: boolean;
  onClose: () => void;
  onPaid: (transaction: Transaction) => void;
  wallet: Wallet;
  product: string;
  /** The payee, if it is known already: the flow begins at the amount. */
  to?: Payee | undefined;
}

const CHOICE =
  'flex min-h-16 w-full items-center gap-4 rounded-card bg-sunken px-5 text-start font-semibold hover:brightness-97';

/** Money out: whom, how much, review, PIN. */
export function TransferSheet({ open, onClose, onPaid, wallet, product, to }: Props) {
  const [stage, dispatch] = useReducer(transition, to, firstOf);
  const [sending, setSending] = useState(false);
  const { send_bank } = evaluate('wallet.ways', { currency: wallet.base_currency });
  const back = stage.name === 'type' ? undefined : () => dispatch({ type: 'back' });
  return (
    <Sheet open={open} onClose={onClose} title="Transfer" onBack={back} held={sending}>
      {stage.name === 'type' && (
        <>
          {send_bank && (
            <button
              type="button"
              className={CHOICE}
              onClick={() => dispatch({ type: 'chose', destination: 'bank' })}
            >
              <Building2 aria-hidden className="size-6 text-accent-text" /> Bank Account
            </button>
          )}
          <button
            type="button"
            className={CHOICE}
            onClick={() => dispatch({ type: 'chose', destination: 'wallet' })}
          >
            <WalletCards aria-hidden className="size-6 text-accent-text" /> {product} Account
          </button>
        </>
      )}
      {stage.name === 'recipient' && stage.destination === 'bank' && (
        <BankRecipient
          adding={stage.adding}
          onAdd={() => dispatch({ type: 'added' })}
          onNamed={(payee) => dispatch({ type: 'named', payee })}
        />
      )}
      {stage.name === 'recipient' && stage.destination === 'wallet' && (
        <WalletRecipient wallet={wallet} onNamed={(payee) => dispatch({ type: 'named', payee })} />
      )}
      {stage.name === 'form' && (
        <AmountStage
          stage={stage}
          wallet={wallet}
          onQuoted={(draft, quote) => {
            forgetPayment();
            dispatch({ type: 'quoted', draft, quote });
          }}
        />
      )}
      {stage.name === 'receipt' && (
        <>
          <Facts rows={partyRows(partyOf(stage.payee), categoryOf(stage.payee))} />
          <hr className="border-line" />
          <Breakdown lines={stage.quote.lines} total={stage.quote.total} currency={stage.quote.currency} />
          {[stage.quote.payout_note, stage.quote.rate_note].filter(Boolean).map((note) => (
            <p key={note} className="text-sm text-muted">
              {note}
            </p>
          ))}
          <Button wide onClick={() => dispatch({ type: 'accepted' })}>
            Continue
          </Button>
        </>
      )}
      {stage.name === 'authorize' && (
        <AuthorizeStage
          stage={stage}
          onSending={setSending}
          onPaid={onPaid}
          onRequoted={(quote) => dispatch({ type: 'requoted', quote })}
        />
      )}
    </Sheet>
  );
}

interface AuthorizeProps {
  stage: Extract<Stage, { name: 'authorize' }>;
  onSending: (sending: boolean) => void;
  onPaid: (transaction: Transaction) => void;
  onRequoted: (quote: Quote) => void;
}

/** The PIN stage. If the price has changed, the flow returns to the review with the new quote. */
function AuthorizeStage({ stage, onSending, onPaid, onRequoted }: AuthorizeProps) {
  const queries = useQueryClient();
  const { quote, payee } = stage;
  const requote = useQuote(payee, quote.currency);
  return (
    <PinStage
      {...orderOf(stage)}
      total={quote.total}
      onSending={onSending}
      onPaid={async (transaction) => {
        await queries.invalidateQueries({ queryKey: beneficiaryKeys.all });
        onPaid(transaction);
      }}
      onRefused={async ({ code }) => {
        if (code !== 'quote_changed') return;
        toast.info('The price has changed. Please look at it again.');
        onRequoted(await requote.mutateAsync(quote.amount));
      }}
    />
  );
}
