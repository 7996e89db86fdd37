import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { MeterToken } from '@/payment/meter-token';
import { Balance } from '@/payment/money';
import { transactionQuery } from '@/payment/queries';
import { Receipt, StatusLabel } from '@/payment/receipt';
import { buttonClasses } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';

const LOOK_AGAIN_MS = 2000;

/** The result of buying electricity: amount, token and unit. It is fetched by its reference: a URL cannot fake it. */
export function PowerResult({ reference }: { reference: string }) {
  const found = useQuery({
    ...transactionQuery(reference),
    // Polled until the provider has decided, and has sent the token.
    refetchInterval: ({ state }) =>
      state.data?.status === 'PROCESSING' || state.data?.token_pending ? LOOK_AGAIN_MS : false,
  });
  return (
    <>
      <Loaded query={found} waiting={<ListSkeleton rows={4} />}>
        {(transaction) => (
          <>
            <div role="status" className="flex flex-col items-center gap-1 text-center">
              <StatusLabel status={transaction.status} />
              <p className="figures text-2xl font-bold wrap-anywhere">
                <Balance amount={transaction.gross_amount} currency={transaction.currency} />
              </p>
            </div>
            <MeterToken transaction={transaction} />
            <Receipt transaction={transaction} tokenShown amountShown />
          </>
        )}
      </Loaded>
      <Link to="/transaction" className={buttonClasses('primary', true)}>
        done
      </Link>
    </>
  );
}
