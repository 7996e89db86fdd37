import { Link } from '@tanstack/react-router';
import { Facts } from '@/payment/breakdown';
import { Balance } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { buttonClasses } from '@/ui/button';
import { Card } from '@/ui/page';
import type { Accounts } from './types';

interface Props {
  title: 'Savings' | 'Loans';
  summary: Accounts['summary']['savings'];
  currency: Currency;
  /** The plans' page; null for a user who may not open it. */
  to: '/my-savings' | '/my-loans' | null;
}

/** The total paid into plans of one kind, and their value. */
export function PlanSummary({ title, summary, currency, to }: Props) {
  return (
    <Card className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{title}</h2>
      <Facts
        rows={[
          ['Settled', <Balance key="settled" amount={summary.settled} currency={currency} />],
          ['Balance', <Balance key="balance" amount={summary.balance} currency={currency} />],
        ]}
      />
      {to !== null && (
        <Link to={to} className={buttonClasses('quiet', true)}>
          {title}
        </Link>
      )}
    </Card>
  );
}
