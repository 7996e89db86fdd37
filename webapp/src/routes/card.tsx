import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CardOutcome } from '@/payment/card-checkout';
import { Card, Page } from '@/ui/page';
import { EmptyState } from '@/ui/states';

/**
 * Return from the card company's page in a separate window. The address is not trusted, only used to query the result.
 */
export function CardReturn() {
  const { tx_ref, transaction_id } = getRouteApi('/inside/card').useSearch();
  const navigate = useNavigate();
  return (
    <Page title="Card payment" back="/dashboard">
      {tx_ref === undefined ? (
        <EmptyState drawing="not-found" title="We couldn't find this payment">
          <p className="text-sm text-muted">Your payments are in your history.</p>
        </EmptyState>
      ) : (
        <Card>
          <CardOutcome
            tx_ref={tx_ref}
            transaction_id={transaction_id}
            onPaid={({ reference }) =>
              void navigate({ to: '/bank-transfer-success', search: { reference }, replace: true })
            }
            onAgain={() => void navigate({ to: '/dashboard' })}
          />
        </Card>
      )}
    </Page>
  );
}
