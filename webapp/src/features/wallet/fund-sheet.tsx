import { useNavigate } from '@tanstack/react-router';
import { CreditCard, Hash, Landmark, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { evaluate } from '@/engine';
import type { Currency } from '@/payment/types';
import { useConfiguration } from '@/ui/configuration';
import { IconDisc } from '@/ui/icon-disc';
import { Sheet } from '@/ui/sheet';
import { CardStage } from './card-stage';
import { Tip } from './tip';
import { type UssdDeposit, UssdStage } from './ussd-stage';
import { WalletDeposit } from './wallet-deposit';

interface Props {
  open: boolean;
  onClose: () => void;
  currency: Currency;
}

type Next =
  | { to: '/bank-transfer'; search: Partial<UssdDeposit> }
  | { to: '/bank-transfer-usd' }
  | { to: '/bank-transfer-success'; search: { reference: string } };

/** The stage names follow the specification; the empty one is the choice of method. */
type Stage = '' | 'ussd_deposit' | 'wallet_deposit' | 'card_payment';

const ROW =
  'flex min-h-16 w-full items-center gap-3 rounded-card border border-line bg-raised px-4 py-2 text-start font-semibold hover:bg-accent-soft';

/** The funding methods. */
export function FundSheet({ open, onClose, currency }: Props) {
  const navigate = useNavigate();
  const [next, setNext] = useState<Next | null>(null);
  const [stage, setStage] = useState<Stage>('');
  const { fund_bank, fund_card, fund_ussd } = evaluate('wallet.ways', { currency });
  const cards = useConfiguration()?.cards ?? false;
  const go = (there: Next) => {
    setNext(there);
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Payment Method"
      stage={stage || 'choice'}
      onBack={stage === '' ? undefined : () => setStage('')}
      afterClose={() => {
        setStage('');
        setNext(null);
        if (next) void navigate(next);
      }}
    >
      {stage === 'ussd_deposit' && <UssdStage onEntered={(search) => go({ to: '/bank-transfer', search })} />}
      {stage === 'wallet_deposit' && <WalletDeposit currency={currency} />}
      {stage === 'card_payment' && (
        <CardStage
          currency={currency}
          onPaid={({ reference }) => go({ to: '/bank-transfer-success', search: { reference } })}
        />
      )}
      {stage === '' && (
        <>
          {fund_bank && (
            <Tip name="fund" title="Adding money">
              A transfer from any bank to your own account number arrives in your wallet by itself.
            </Tip>
          )}
          {fund_bank && (
            <button
              type="button"
              className={ROW}
              onClick={() =>
                go(currency === 'USD' ? { to: '/bank-transfer-usd' } : { to: '/bank-transfer', search: {} })
              }
            >
              <IconDisc icon={Landmark} />
              <span>{`Bank transfer (${currency})`}</span>
            </button>
          )}
          {fund_card && cards && (
            <button type="button" className={ROW} onClick={() => setStage('card_payment')}>
              <IconDisc icon={CreditCard} />
              <span>Card</span>
            </button>
          )}
          {fund_ussd && (
            <button type="button" className={ROW} onClick={() => setStage('ussd_deposit')}>
              <IconDisc icon={Hash} />
              <span>USSD</span>
            </button>
          )}
          <button type="button" className={ROW} onClick={() => setStage('wallet_deposit')}>
            <IconDisc icon={WalletCards} />
            <span>Wallet deposit</span>
          </button>
        </>
      )}
    </Sheet>
  );
}
