import { useNavigate } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { useState } from 'react';
import type { Currency } from '@/payment/types';
import { Sheet } from '@/ui/sheet';

interface Props {
  open: boolean;
  onClose: () => void;
  currency: Currency;
}

/** The funding methods. */
export function FundSheet({ open, onClose, currency }: Props) {
  const navigate = useNavigate();
  const [next, setNext] = useState<'/bank-transfer' | '/bank-transfer-usd' | null>(null);
  const choices = [
    { to: '/bank-transfer', label: 'Bank transfer (NGN)', shown: currency !== 'USD' },
    { to: '/bank-transfer-usd', label: 'Bank transfer (USD)', shown: currency !== 'NGN' },
  ] as const;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Payment Method"
      afterClose={() => {
        if (next) void navigate({ to: next });
      }}
    >
      {choices
        .filter(({ shown }) => shown)
        .map(({ to, label }) => (
          <button
            key={to}
            type="button"
            className="flex min-h-16 w-full items-center gap-4 rounded-card bg-sunken px-5 text-start font-semibold hover:brightness-97"
            onClick={() => {
              setNext(to);
              onClose();
            }}
          >
            <Landmark aria-hidden className="size-6 text-accent-text" /> {label}
          </button>
        ))}
    </Sheet>
  );
}
