import { useNavigate } from '@tanstack/react-router';
import { Hash, Landmark } from 'lucide-react';
import { useState } from 'react';
import { evaluate } from '@/engine';
import type { Currency } from '@/payment/types';
import { Sheet } from '@/ui/sheet';
import { EmptyState } from '@/ui/states';
import { type UssdDeposit, UssdStage } from './ussd-stage';

interface Props {
  open: boolean;
  onClose: () => void;
  currency: Currency;
}

type Next = { to: '/bank-transfer'; search: Partial<UssdDeposit> } | { to: '/bank-transfer-usd' };

const ROW =
  'flex min-h-16 w-full items-center gap-4 rounded-card bg-sunken px-5 text-start font-semibold hover:brightness-97';

/** The funding methods. */
export function FundSheet({ open, onClose, currency }: Props) {
  const navigate = useNavigate();
  const [next, setNext] = useState<Next | null>(null);
  const [stage, setStage] = useState<'' | 'ussd_deposit'>('');
  // There is no provider of card payments.
  const { fund_bank, fund_ussd } = evaluate('wallet.ways', { currency });
  const go = (there: Next) => {
    setNext(there);
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Payment Method"
      onBack={stage === '' ? undefined : () => setStage('')}
      afterClose={() => {
        setStage('');
        setNext(null);
        if (next) void navigate(next);
      }}
    >
      {stage === 'ussd_deposit' && <UssdStage onEntered={(search) => go({ to: '/bank-transfer', search })} />}
      {stage === '' && !fund_bank && <NoWay currency={currency} />}
      {stage === '' && fund_bank && (
        <button
          type="button"
          className={ROW}
          onClick={() =>
            go(currency === 'USD' ? { to: '/bank-transfer-usd' } : { to: '/bank-transfer', search: {} })
          }
        >
          <Landmark aria-hidden className="size-6 text-accent-text" /> Bank transfer ({currency})
        </button>
      )}
      {stage === '' && fund_ussd && (
        <button type="button" className={ROW} onClick={() => setStage('ussd_deposit')}>
          <Hash aria-hidden className="size-6 text-accent-text" /> USSD
        </button>
      )}
    </Sheet>
  );
}

function NoWay({ currency }: { currency: Currency }) {
  const { violations } = evaluate('funding.quote', { method: 'bank', currency, amount: '1' });
  return (
    <EmptyState title={violations[0]?.message ?? ''}>
      <p className="text-sm text-muted">Choose another wallet to put money in.</p>
    </EmptyState>
  );
}
