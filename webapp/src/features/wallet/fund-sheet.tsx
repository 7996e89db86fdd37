import { useNavigate } from '@tanstack/react-router';
import { ChevronRight, CreditCard, Hash, Landmark, type LucideIcon, WalletCards } from 'lucide-react';
import { useState } from 'react';
import { evaluate } from '@/engine';
import type { Currency } from '@/payment/types';
import { useConfiguration, useProductName } from '@/ui/configuration';
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

interface MethodProps {
  icon: LucideIcon;
  name: string;
  /** The price and the speed. */
  note: string;
  onChoose: () => void;
}

/** A method, with its price and its speed. */
function Method({ icon, name, note, onChoose }: MethodProps) {
  return (
    <button
      type="button"
      className="flex min-h-16 w-full items-center gap-3 rounded-card border border-line bg-raised px-4 py-2 text-start hover:bg-accent-soft"
      onClick={onChoose}
    >
      <IconDisc icon={icon} />
      <span className="min-w-0 grow">
        <span className="block font-semibold">{name}</span>
        <span className="block text-sm text-muted">{note}</span>
      </span>
      <ChevronRight aria-hidden className="roomy size-5 shrink-0 text-muted rtl:rotate-180" />
    </button>
  );
}

/** The funding methods. */
export function FundSheet({ open, onClose, currency }: Props) {
  const navigate = useNavigate();
  const [next, setNext] = useState<Next | null>(null);
  const [stage, setStage] = useState<Stage>('');
  const { fund_bank_note, fund_card_note, fund_ussd_note } = evaluate('wallet.ways', { currency });
  const cards = useConfiguration()?.cards ?? false;
  const product = useProductName();
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
          {fund_bank_note && (
            <>
              <Tip name="fund" title="Adding money">
                A transfer from any bank to your own account number arrives in your wallet by itself.
              </Tip>
              <Method
                icon={Landmark}
                name={`Bank transfer (${currency})`}
                note={fund_bank_note}
                onChoose={() =>
                  go(currency === 'USD' ? { to: '/bank-transfer-usd' } : { to: '/bank-transfer', search: {} })
                }
              />
            </>
          )}
          {fund_card_note && cards && (
            <Method
              icon={CreditCard}
              name="Card"
              note={fund_card_note}
              onChoose={() => setStage('card_payment')}
            />
          )}
          {fund_ussd_note && (
            <Method icon={Hash} name="USSD" note={fund_ussd_note} onChoose={() => setStage('ussd_deposit')} />
          )}
          <Method
            icon={WalletCards}
            name="Wallet deposit"
            note={`No fee, at once, from another ${product} user`}
            onChoose={() => setStage('wallet_deposit')}
          />
        </>
      )}
    </Sheet>
  );
}
