import { Eye, EyeOff, Plus } from 'lucide-react';
import { useState } from 'react';
import { CoinWorth } from '@/features/wallet/coins/coin-worth';
import type { Wallet } from '@/features/wallet/types';
import { canFund } from '@/features/wallet/ways';
import { toggleVisibility } from '@/lib/visibility';
import { BalanceLabel } from '@/payment/balance-label';
import { Money, useVisible } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { Ring } from '@/ui/ring';
import { BalanceFrame } from './balance-frame';
import { OwnNumber } from './own-number';

interface Props {
  wallet: Wallet;
  wallets: Wallet[];
  onCurrency: (currency: Currency) => void;
  onFund: () => void;
}

/** The balance of one wallet, the button that adds money, and the account number to give to payers. */
export function BalanceCard({ wallet, wallets, onCurrency, onFund }: Props) {
  const { base_currency, ledger_balance, worth } = wallet;
  return (
    <BalanceFrame>
      <ClosingRing balance={ledger_balance} />
      <div className="relative flex flex-wrap items-center gap-x-3">
        <label className="flex min-h-11 items-center">
          <span className="sr-only">Currency</span>
          <select
            className="min-h-11 rounded-control border border-transparent bg-accent pe-1 font-semibold text-on-accent"
            value={base_currency}
            onChange={(event) => onCurrency(event.target.value as Currency)}
          >
            {wallets.map((one) => (
              <option key={one.base_currency}>{one.base_currency}</option>
            ))}
          </select>
        </label>
        <BalanceLabel />
        <HideBalances />
      </div>
      <div className="relative flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 grow basis-40">
          <p data-testid="balance" className="text-2xl font-bold">
            <Money own amount={ledger_balance} currency={base_currency} />
          </p>
          <CoinWorth currency={base_currency} />
          {worth !== null && (
            <p className="text-sm">
              <span>{'Sold now: '}</span>
              <Money own amount={worth} currency="NGN" />
            </p>
          )}
        </div>
        {canFund(base_currency) && (
          <button
            type="button"
            className="flex min-h-14 min-w-14 shrink-0 flex-col items-center justify-center rounded-full bg-on-accent px-1 text-accent"
            onClick={onFund}
          >
            <Plus aria-hidden className="size-5" strokeWidth={2.5} />
            <span className="text-xs leading-none font-semibold">Fund</span>
          </button>
        )}
      </div>
      <OwnNumber wallet={wallet} />
    </BalanceFrame>
  );
}

/** The ring closes when the balance changes. */
function ClosingRing({ balance }: { balance: string }) {
  const [first] = useState(balance);
  return (
    <Ring
      key={balance}
      drawn={balance !== first}
      className="pointer-events-none absolute! -end-14 -bottom-20 size-60 opacity-10"
    />
  );
}

function HideBalances() {
  const visible = useVisible();
  const Icon = visible ? EyeOff : Eye;
  return (
    <button
      type="button"
      className="-me-3 ms-auto grid size-11 place-items-center rounded-full"
      aria-label={visible ? 'Hide balances' : 'Show balances'}
      onClick={toggleVisibility}
    >
      <Icon aria-hidden className="size-5" />
    </button>
  );
}
