import { evaluate } from '@/engine/later';
import { Facts } from '@/payment/breakdown';
import { money } from '@/payment/money';
import type { Plan } from '../types';

/** The part of an amount for each coin; empty for an amount that cannot be divided. */
export function Parts({ plan, amount }: { plan: Plan; amount: string }) {
  const { currency } = plan.limits;
  const divided = evaluate('coins.allocate', {
    amount,
    currency,
    parts: plan.coin_types.map(({ coin, quantity }) => ({ coin, percent: quantity })),
  });
  if (!divided.valid) return null;
  return (
    <section aria-label="What goes into each coin">
      <Facts
        rows={divided.parts.map(({ coin, amount: part }, index) => {
          const { coin_name, quantity } = plan.coin_types[index] ?? { coin_name: coin, quantity: '' };
          return [`${coin_name} (${coin}), ${quantity}%`, money(part, currency)];
        })}
      />
    </section>
  );
}

/** The warning wherever a set is offered. */
export const NotGuaranteed = () => (
  <p className="rounded-control bg-sunken p-4 text-sm">
    Investment plans yield up to 4% in a month. That is not guaranteed: prices of coins fall as well as rise,
    and you may get back less than you put in.
  </p>
);
