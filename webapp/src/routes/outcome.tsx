import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { evaluate } from '@/engine';
import { ReferralTeaser } from '@/features/community/teaser';
import { useTip } from '@/features/wallet/tips';
import { classes } from '@/lib/classes';
import { storedScores } from '@/lib/scores';
import { Balance } from '@/payment/money';
import { transactionQuery } from '@/payment/queries';
import { Receipt } from '@/payment/receipt';
import type { Transaction } from '@/payment/types';
import { Button, buttonClasses } from '@/ui/button';
import { BUTTONS } from '@/ui/columns';
import { useServices } from '@/ui/configuration';
import { Drawing } from '@/ui/drawing';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';
import { SendAgain } from './send-again';

interface Asked {
  reference?: string;
  amount?: string;
  currency?: string;
  type?: string;
}

export const BankTransferSuccess = () => (
  <Outcome asked={getRouteApi('/inside/bank-transfer-success').useSearch()} next="/transaction" />
);
export const BankWithdrawSuccess = () => (
  <Outcome asked={getRouteApi('/inside/bank-withdraw-success').useSearch()} next="/withdraw" />
);
export const SendSellSuccess = () => (
  <Outcome asked={getRouteApi('/inside/send-sell-success').useSearch()} next="/transaction" />
);
/** A pending order for coins. (Document 3, section 2.) */
export const OrderPlaced = () => (
  <Outcome title="Order placed" asked={getRouteApi('/inside/order-placed').useSearch()} next="/withdraw" />
);

const LOOK_AGAIN_MS = 2000;
const NOT_FOUND = 404;

interface OutcomeProps {
  title?: string;
  asked: Asked;
  next: '/transaction' | '/withdraw';
}

/** The result of a payment. It is fetched by its reference: a URL cannot fake a receipt. */
export function Outcome({ title = 'Payment', asked, next }: OutcomeProps) {
  const { reference, amount, currency, type } = asked;
  const found = useQuery({
    ...transactionQuery(reference ?? ''),
    enabled: reference !== undefined,
    // Polled until the bank has decided.
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? LOOK_AGAIN_MS : false),
  });
  const transaction = found.data;
  const agrees =
    transaction &&
    (amount === undefined || isAmountOf(transaction, amount)) &&
    (currency === undefined || currency === transaction.currency) &&
    (type === undefined || type === typeOf(transaction));
  return (
    <Page title={title} quiet>
      {reference === undefined || found.error?.status === NOT_FOUND || (transaction && !agrees) ? (
        <EmptyState drawing="not-found" title="We couldn't find this receipt">
          <p className="text-sm text-muted">Your payments are in your history.</p>
        </EmptyState>
      ) : (
        <Loaded query={found} waiting={<ListSkeleton rows={4} />}>
          {(loaded) => <Found transaction={loaded} />}
        </Loaded>
      )}
      <Link to={next} className={buttonClasses('quiet', true)}>
        Done
      </Link>
    </Page>
  );
}

/** Whether the text is the debited amount or the payee's, where `1500` equals `1500.00`. */
function isAmountOf({ currency, net_amount, gross_amount }: Transaction, text: string): boolean {
  const { amount } = evaluate('money.parse', { text, currency });
  return amount !== null && (amount === net_amount || amount === gross_amount);
}

const typeOf = ({ category }: Transaction) => evaluate('transaction.category', { category }).result_type;

/** A ring that closes around a cross, or around a clock while the outcome is open. */
function Sign({ tone }: { tone: string }) {
  const isFailed = tone === 'danger';
  const drawn = 'animate-[draw_500ms_ease-out_both] [stroke-dasharray:1]';
  return (
    <svg
      aria-hidden
      viewBox="0 0 80 80"
      className={classes('size-20', isFailed ? 'text-negative' : 'text-warning')}
      fill="none"
      stroke="currentColor"
      strokeWidth="5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle className={drawn} cx="40" cy="40" r="34" pathLength="1" transform="rotate(-90 40 40)" />
      <path
        className={`${drawn} [animation-delay:300ms]`}
        pathLength="1"
        d={isFailed ? 'M29 29l22 22M51 29L29 51' : 'M40 22v18l12 8'}
      />
    </svg>
  );
}

function Found({ transaction }: { transaction: Transaction }) {
  const { type, status, currency, gross_amount, net_amount } = transaction;
  const { tone, label } = evaluate('status.label', { status });
  return (
    <>
      <div role="status" className="flex flex-col items-center gap-2 pt-6 text-center">
        {tone === 'success' ? <Drawing of="done" drawn /> : <Sign tone={tone} />}
        <p className="text-lg font-semibold">{label}</p>
        <p className="figures text-2xl font-bold wrap-anywhere">
          <Balance amount={type === 'CREDIT' ? net_amount : gross_amount} currency={currency} />
        </p>
      </div>
      <Receipt amountShown transaction={transaction} next={<SendAgain transaction={transaction} />} />
      {tone === 'success' && <Next transaction={transaction} />}
    </>
  );
}

/** After a first payment, the questions about investing, until they are answered or closed. */
function Next({ transaction }: { transaction: Transaction }) {
  const has = useServices();
  const { isOpen, close } = useTip('questions');
  const [isAnswered] = useState(() => storedScores().onboarding !== undefined);
  const isPayment = transaction.type === 'DEBIT';
  if (!isPayment || !isOpen || isAnswered || !has('coin_sets')) return <ReferralTeaser look="quiet" />;
  return (
    <section
      aria-labelledby="questions"
      className="flex flex-col gap-3 rounded-card bg-raised p-gutter shadow-raised"
    >
      <h2 id="questions" className="font-semibold">
        How do you feel about risk?
      </h2>
      <p className="text-sm text-muted">Six short questions tell you which plans suit you.</p>
      <div className={BUTTONS}>
        <Link to="/questions" className={buttonClasses('quiet')}>
          Answer them
        </Link>
        <Button look="plain" onClick={close}>
          Not now
        </Button>
      </div>
    </section>
  );
}
