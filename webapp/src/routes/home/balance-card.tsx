import { Copy, Eye, EyeOff } from 'lucide-react';
import { CoinWorth } from '@/features/wallet/coins/coin-worth';
import type { Wallet } from '@/features/wallet/types';
import { toggleVisibility } from '@/lib/visibility';
import { Money, useVisible } from '@/payment/money';
import type { Currency } from '@/payment/types';
import { useProductName } from '@/ui/configuration';
import { copyText } from '@/ui/copy';
import { Ring } from '@/ui/ring';

interface Props {
  wallet: Wallet;
  wallets: Wallet[];
  onCurrency: (currency: Currency) => void;
}

/** The balance of one wallet, and the account number to give to payers. */
export function BalanceCard({ wallet, wallets, onCurrency }: Props) {
  const visible = useVisible();
  const brand = useProductName();
  const Icon = visible ? EyeOff : Eye;
  // Payers from a bank need the bank account; members find the wallet number beside its code.
  const { bank_account, identity } = wallet;
  const where = bank_account?.bank_name ?? `${brand} wallet number`;
  const number = bank_account?.account_number ?? identity;
  return (
    <div className="relative flex flex-col gap-4 overflow-clip rounded-card bg-accent p-gutter text-on-accent shadow-raised">
      <Ring className="pointer-events-none absolute! -end-14 -bottom-20 size-60 opacity-10" />
      <div className="flex items-center justify-between">
        <label className="text-sm">
          <span className="sr-only">Currency</span>
          <select
            className="min-h-11 rounded-full border border-on-accent bg-accent px-4 font-semibold text-on-accent"
            value={wallet.base_currency}
            onChange={(event) => onCurrency(event.target.value as Currency)}
          >
            {wallets.map(({ base_currency }) => (
              <option key={base_currency}>{base_currency}</option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className="grid size-11 place-items-center rounded-full"
          aria-label={visible ? 'Hide balances' : 'Show balances'}
          onClick={toggleVisibility}
        >
          <Icon aria-hidden className="size-6" />
        </button>
      </div>
      <div>
        <p className="text-sm">Available balance</p>
        <p data-testid="balance" className="text-2xl font-bold">
          <Money own amount={wallet.ledger_balance} currency={wallet.base_currency} />
        </p>
        <CoinWorth currency={wallet.base_currency} />
        {wallet.worth !== null && (
          <p className="text-sm">
            <span>{'Sold now: '}</span>
            <Money own amount={wallet.worth} currency="NGN" />
          </p>
        )}
      </div>
      <button
        type="button"
        className="figures relative -ms-2 flex min-h-11 items-center gap-2 self-start rounded-full px-2 text-start text-sm"
        onClick={() => void copyText(number)}
      >
        <span>
          <span>{`${where} `}</span>
          <span className="font-semibold whitespace-nowrap">{number}</span>
        </span>
        <Copy aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">Copy</span>
      </button>
    </div>
  );
}
