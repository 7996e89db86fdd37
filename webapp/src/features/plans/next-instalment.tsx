import { Balance } from '@/payment/money';
import type { Subscription } from './types';
import { dayWords } from './words';

/** The next instalment, while the plan can be paid. */
export function NextInstalment({
  subscription: { progress, currency, actions },
}: {
  subscription: Subscription;
}) {
  const { next } = progress;
  const payable = actions.some(({ action, allowed }) => action === 'pay' && allowed);
  if (next === null || !payable) return null;
  return (
    <p className="figures flex flex-wrap justify-between gap-x-4 rounded-control bg-sunken px-4 py-3 text-sm">
      <span className="text-muted">{`Next, ${dayWords(next.due_at)}`}</span>
      <span className="font-semibold">
        <Balance amount={next.amount} currency={currency} />
      </span>
    </p>
  );
}
