import { useQuery } from '@tanstack/react-query';
import { evaluate } from '@/engine';
import { type Payee, partyOf, payeeOf } from '@/features/wallet/flow';
import { newestBeneficiariesQuery, paidBeforeQuery } from '@/features/wallet/queries';
import type { Wallet } from '@/features/wallet/types';
import { PersonDisc } from '@/ui/person-disc';
import { isFirstLoad, Unknown } from '@/ui/states';

const MOST = 5;

interface Props {
  wallet: Wallet;
  onSend: (payee: Payee) => void;
}

/** The wallet's most recent payees, followed by the saved accounts: one tap from an amount. */
export function PaidBefore({ wallet, onSend }: Props) {
  const { send_bank } = evaluate('wallet.ways', { currency: wallet.base_currency });
  const paid = useQuery(paidBeforeQuery(wallet.base_currency));
  const saved = useQuery(newestBeneficiariesQuery);
  const known = new Map<string, Payee>();
  const add = (payee: Payee | null) => {
    if (!payee) return;
    const { bank_name, account_number, wallet_number } = partyOf(payee);
    const key = `${bank_name} ${account_number ?? wallet_number}`;
    if (!known.has(key)) known.set(key, payee);
  };
  for (const one of paid.data ?? []) add(payeeOf(one));
  for (const account of send_bank ? (saved.data?.data ?? []) : []) add({ destination: 'bank', account });
  const shown = [...known].slice(0, MOST);
  if (shown.length === 0) return isFirstLoad(paid) || isFirstLoad(saved) ? <Unknown /> : null;
  return (
    <section aria-labelledby="send-again" className="flex flex-col gap-1">
      <h2 id="send-again" className="text-sm font-semibold text-muted low:sr-only">
        Send again
      </h2>
      <ul className="relative -mx-gutter flex gap-2 overflow-x-auto px-gutter py-1 [scrollbar-width:none]">
        {shown.map(([key, payee]) => {
          const { name, bank_name, wallet_number } = partyOf(payee);
          return (
            <li key={key}>
              <button
                type="button"
                aria-label={`Send to ${name}, ${bank_name ?? wallet_number}`}
                className="flex w-16 flex-col items-center gap-1 rounded-control py-1 text-xs"
                onClick={() => onSend(payee)}
              >
                <PersonDisc name={name} className="size-12!" />
                <span className="w-full truncate text-center">{name.split(' ')[0]}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
