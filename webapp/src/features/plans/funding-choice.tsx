import { CreditCard, Landmark, type LucideIcon, WalletCards } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import type { Currency } from '@/payment/types';
import { useConfiguration } from '@/ui/configuration';
import { Available } from './take/amount-field';

export type FundingSource = 'card' | 'wallet' | 'bank';

const SOURCES: { value: FundingSource; label: string; icon: LucideIcon }[] = [
  { value: 'card', label: 'Card', icon: CreditCard },
  { value: 'wallet', label: 'Wallet', icon: WalletCards },
  { value: 'bank', label: 'Bank transfer', icon: Landmark },
];

/** The sources that the server accepts: cards only where they are configured. */
function useOffered() {
  const cards = useConfiguration()?.cards ?? false;
  return SOURCES.filter(({ value }) => cards || value !== 'card');
}

/** The first source that is offered. */
export const useFirstSource = (): FundingSource => useOffered()[0]?.value ?? 'wallet';

/** Replaces a source that is not offered, which an address or a kept form may name, by one that is. */
export function useOfferedSource(source: string, choose: (source: FundingSource) => void): void {
  const offered = useOffered();
  const [first] = offered;
  useEffect(() => {
    if (first && !offered.some(({ value }) => value === source)) choose(first.value);
  });
}

interface Props {
  label: string;
  /** The spendable balance of the wallet. */
  balance: string;
  currency: Currency;
  error: string | undefined;
  field: UseFormRegisterReturn;
}

/** The source that pays for a plan. */
export function FundingChoice({ label, balance, currency, error, field }: Props) {
  const offered = useOffered();
  const hints: Record<FundingSource, ReactNode> = {
    card: 'A card charge is added',
    wallet: <Available balance={balance} currency={currency} />,
    bank: 'No fee',
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {offered.map(({ value, label: name, icon: Icon }) => (
        <label
          key={value}
          className="flex min-h-14 items-center gap-3 rounded-control border border-line-strong px-4 py-2 has-checked:border-accent-text has-checked:bg-accent-soft"
        >
          <Icon aria-hidden className="size-5 shrink-0 text-accent-text" />
          <span className="min-w-0 grow">
            <span className="block text-sm font-semibold">{name}</span>
            <span className="block text-xs text-muted">{hints[value]}</span>
          </span>
          <input type="radio" value={value} className="size-5 shrink-0 accent-(--brand-accent)" {...field} />
        </label>
      ))}
      <p aria-live="polite" className="text-xs font-medium text-negative empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
