import { CreditCard, Landmark, type LucideIcon, WalletCards } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useConfiguration } from '@/ui/configuration';

export type FundingSource = 'card' | 'wallet' | 'bank';

const SOURCES: { value: FundingSource; label: string; icon: LucideIcon }[] = [
  { value: 'card', label: 'Card', icon: CreditCard },
  { value: 'wallet', label: 'Wallet', icon: WalletCards },
  { value: 'bank', label: 'Bank transfer', icon: Landmark },
];

interface Props {
  label: string;
  sources?: readonly FundingSource[];
  /** What is said of a source. */
  hints: Partial<Record<FundingSource, ReactNode>>;
  error: string | undefined;
  field: UseFormRegisterReturn;
}

/** What a plan is paid from. */
export function FundingChoice({ label, sources = ['card', 'wallet', 'bank'], hints, error, field }: Props) {
  const cards = useConfiguration()?.cards ?? true;
  const offered = SOURCES.filter(({ value }) => sources.includes(value) && (cards || value !== 'card'));
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
            {hints[value] !== undefined && <span className="block text-xs text-muted">{hints[value]}</span>}
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
