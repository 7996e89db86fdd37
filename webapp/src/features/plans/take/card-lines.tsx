import { evaluate } from '@/engine';
import { Facts } from '@/payment/breakdown';
import { money } from '@/payment/money';
import type { Currency } from '@/payment/types';

/** The charge to a card for an amount, and the part of it that the card company keeps. */
export function CardLines({ amount, currency }: { amount: string; currency: Currency }) {
  const receipt = evaluate('card.receipt', { total: amount, currency });
  if (!receipt.valid) return null;
  return (
    <Facts
      rows={[
        ['Amount', money(amount, currency)],
        ['Card charge', money(receipt.surcharge, currency)],
        ['Your card is charged', <strong key="charged">{money(receipt.charged, currency)}</strong>],
        [
          `Of which our card company gets ${receipt.provider_percent}%`,
          money(receipt.provider_fee, currency),
        ],
      ]}
    />
  );
}
