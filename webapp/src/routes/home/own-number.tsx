import { Link } from '@tanstack/react-router';
import { ChevronRight, Copy } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { evaluate } from '@/engine';
import type { Wallet } from '@/features/wallet/types';
import type { Elements } from '@/lib/elements';
import { useProductName } from '@/ui/configuration';
import { copyText } from '@/ui/copy';

const AccountSheet = lazy(() => import('@/features/wallet/account-sheet'));

const ROW =
  'figures relative -ms-2 flex min-h-11 items-center gap-1 self-start rounded-full px-2 text-start text-sm';

/** The number to dictate to a payer: of the bank account, once there is one; otherwise the way to it. */
export function OwnNumber({ wallet }: { wallet: Wallet }) {
  const { base_currency, bank_account, identity } = wallet;
  const product = useProductName();
  // The sheet is loaded when it first opens, and stays, so that it can slide away.
  const [shown, setShown] = useState<'never' | 'open' | 'closed'>('never');
  if (bank_account)
    return (
      <>
        <button type="button" className={ROW} aria-haspopup="dialog" onClick={() => setShown('open')}>
          <Labelled of={bank_account.bank_name} number={bank_account.account_number} />
          <ChevronRight aria-hidden className="size-4 shrink-0 rtl:rotate-180" />
        </button>
        {shown !== 'never' && (
          <Suspense>
            <AccountSheet
              currency={base_currency}
              open={shown === 'open'}
              onClose={() => setShown('closed')}
            />
          </Suspense>
        )}
      </>
    );
  const { fund_bank } = evaluate('wallet.ways', { currency: base_currency });
  if (fund_bank)
    return (
      <Link to={base_currency === 'USD' ? '/bank-transfer-usd' : '/bank-transfer'} className={ROW}>
        <span className="font-semibold">Get your account number</span>
        <ChevronRight aria-hidden className="size-4 shrink-0 rtl:rotate-180" />
      </Link>
    );
  return (
    <button type="button" className={ROW} onClick={() => void copyText(identity)}>
      <Labelled of={`${product} wallet number`} number={identity} />
      <Copy aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">Copy</span>
    </button>
  );
}

const Labelled = ({ of, number }: { of: string; number: string }): Elements => (
  <span>
    <span>{`${of} `}</span>
    <span className="font-semibold whitespace-nowrap">{number}</span>
  </span>
);
