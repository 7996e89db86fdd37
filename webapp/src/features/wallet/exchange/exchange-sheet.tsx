import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Elements } from '@/lib/elements';
import { money } from '@/payment/money';
import { PinStage } from '@/payment/pin-stage';
import type { Transaction } from '@/payment/types';
import { Loaded } from '@/ui/loaded';
import { Sheet } from '@/ui/sheet';
import { ListSkeleton } from '@/ui/states';
import { useCoinStages } from '../coins/coin-sheet';
import type { Wallet } from '../types';
import { FormStage } from './form-stage';
import { useConversionQuote } from './mutations';
import { PairFields } from './pair-fields';
import { type ConversionQuote, conversionTermsQuery, type Pair } from './queries';
import { Review } from './review';

const TITLES = { form: 'Convert', receipt: 'Review', authorize: 'Authorize' } as const;

interface Props {
  open: boolean;
  wallets: readonly Wallet[];
  pair: Pair;
  onPair: (pair: Pair) => void;
  /** Shown in place of the amount: steps required before the wallet can pay. */
  before?: Elements;
  onClose: () => void;
  onPaid: (transaction: Transaction) => void;
}

/** Converting money between one's own wallets: amount, review with a rate that holds for half a minute, PIN. */
export function ExchangeSheet({ open, wallets, pair, onPair, before, onClose, onPaid }: Props) {
  const { stage, quote, go, quoted, requoted } = useCoinStages<ConversionQuote>();
  const [sending, setSending] = useState(false);
  const requote = useConversionQuote();
  const terms = useQuery({ ...conversionTermsQuery, enabled: open });
  const balance = wallets.find(({ base_currency }) => base_currency === pair.from)?.ledger_balance ?? '0';
  const back = { form: undefined, receipt: () => go('form'), authorize: () => go('receipt') };
  const asked = (amount: string) => ({ ...pair, amount, confirm: true });
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={TITLES[stage]}
      stage={stage}
      onBack={back[stage]}
      held={sending}
    >
      {stage === 'form' && (
        <Loaded query={terms} waiting={<ListSkeleton rows={3} />} polled>
          {(loaded) =>
            before ? (
              <>
                <PairFields served={loaded.served} pair={pair} onPair={onPair} />
                {before}
              </>
            ) : (
              <FormStage
                terms={loaded}
                pair={pair}
                onPair={onPair}
                balance={balance}
                amount={quote?.currency === pair.from ? quote.amount : ''}
                onQuoted={quoted}
              />
            )
          }
        </Loaded>
      )}
      {stage === 'receipt' && quote && (
        <Review
          quote={quote}
          busy={requote.isPending}
          error={requote.error?.message}
          onAgain={() => requote.mutate(asked(quote.amount), { onSuccess: requoted })}
          onAccepted={() => go('authorize')}
        />
      )}
      {stage === 'authorize' && quote && (
        <PinStage
          kind="exchange"
          order={{
            body: { ...asked(quote.amount), quote_id: quote.id },
            currency: quote.currency,
            amount: quote.amount,
            payee: quote.payee,
          }}
          total={quote.total}
          agrees={{
            words: 'You are about to convert',
            amount: quote.amount,
            note: `You get ${money(quote.received, quote.to)}`,
          }}
          onSending={setSending}
          onPaid={onPaid}
          requote={async () => quoted(await requote.mutateAsync(asked(quote.amount)))}
        />
      )}
    </Sheet>
  );
}
