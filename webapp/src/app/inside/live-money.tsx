import { firstTelling } from '@/lib/told';
import { visibility } from '@/lib/visibility';
import { money } from '@/payment/money';
import { type Credit, useCredit } from '@/payment/use-credit';
import { toast } from '@/ui/toast';

/** Announces a credit on any page. A hidden balance is left out. */
function tell({ reference, net_amount, currency }: Credit): void {
  if (!firstTelling(reference)) return;
  const what = visibility.get() ? money(net_amount, currency) : 'Money';
  toast.notice('Transaction received', `${what} has arrived in your ${currency} wallet.`);
}

/** Keeps balances and history live on every page. */
export function LiveMoney() {
  useCredit('ngn', tell);
  useCredit('usd', tell);
  useCredit('coins', tell);
  return null;
}
