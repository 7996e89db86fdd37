import { Link, useNavigate } from '@tanstack/react-router';
import { Airtime } from '@/features/bills/airtime';
import { resultOf } from '@/payment/result';
import type { Transaction } from '@/payment/types';
import { useUnfinishedPayment } from '@/payment/use-unfinished-payment';
import { buttonClasses } from '@/ui/button';
import { Page } from '@/ui/page';

/** Bills: airtime. */
export function Services() {
  const navigate = useNavigate();
  const paid = (transaction: Transaction) => void navigate(resultOf(transaction));
  useUnfinishedPayment(paid);
  return (
    <Page title="Airtime" back="/dashboard">
      <Airtime onPaid={paid} />
      <Link to="/dashboard" className={buttonClasses('quiet', true)}>
        Goto Home
      </Link>
    </Page>
  );
}
