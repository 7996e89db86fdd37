import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { evaluate } from '@/engine';
import { ReferralTeaser } from '@/features/community/teaser';
import { Balance } from '@/payment/money';
import { transactionQuery } from '@/payment/queries';
import { Receipt } from '@/payment/receipt';
import type { Transaction } from '@/payment/types';
import { buttonClasses } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ListSkeleton } from '@/ui/states';

interface Asked {
  reference?: string;
  amount?: string;
  currency?: string;
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

const LOOK_AGAIN_MS = 2000;

/** The result of a payment. It is fetched by its reference: a URL cannot fake a receipt. */
export function Outcome({ asked, next }: { asked: Asked; next: '/transaction' | '/withdraw' }) {
  const { reference, amount, currency } = asked;
  const found = useQuery({
    ...transactionQuery(reference ?? ''),
    enabled: reference !== undefined,
    // Polled until the bank has decided.
    refetchInterval: ({ state }) => (state.data?.status === 'PROCESSING' ? LOOK_AGAIN_MS : false),
  });
  const transaction = found.data;
  const agrees =
    transaction &&
    (amount === undefined || amount === transaction.net_amount || amount === transaction.gross_amount) &&
    (currency === undefined || currency === transaction.currency);
  return (
    <Page title="Payment" quiet>
      {reference === undefined || (transaction && !agrees) ? (
        <EmptyState title="There is no receipt at this address">
          <p className="text-sm text-muted">Your payments are in your history.</p>
        </EmptyState>
      ) : (
        <Loaded query={found} waiting={<ListSkeleton rows={4} />}>
          {(loaded) => <Found transaction={loaded} />}
        </Loaded>
      )}
      <Link to={next} className={buttonClasses('primary', true)}>
        Continue
      </Link>
    </Page>
  );
}

const SIGNS = { success: CircleCheck, danger: CircleX } as const;
const COLOURS: Record<string, string> = { success: 'text-positive', danger: 'text-negative' };

function Found({ transaction }: { transaction: Transaction }) {
  const { tone, label } = evaluate('status.label', { status: transaction.status });
  const Icon = SIGNS[tone as keyof typeof SIGNS] ?? Clock;
  return (
    <>
      <div role="status" className="flex flex-col items-center gap-2 pt-6 text-center">
        <Icon aria-hidden className={`size-20 ${COLOURS[tone] ?? 'text-warning'}`} />
        <p className="text-lg font-semibold">{label}</p>
        <p className="figures text-2xl font-bold wrap-anywhere">
          <Balance amount={transaction.gross_amount} currency={transaction.currency} />
        </p>
      </div>
      <Receipt transaction={transaction} />
      {tone === 'success' && <ReferralTeaser look="quiet" />}
    </>
  );
}
