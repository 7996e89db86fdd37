import { useQuery } from '@tanstack/react-query';
import type { Payee } from '@/features/wallet/flow';
import { beneficiariesQuery } from '@/features/wallet/queries';
import type { Wallet } from '@/features/wallet/types';
import type { Transaction } from '@/payment/types';
import { PersonDisc } from '@/ui/person-disc';

const MOST = 5;

interface Props {
  recent: Transaction[];
  wallet: Wallet;
  onSend: (payee: Payee) => void;
}

type Known = { key: string; name: string; where: string; payee: Payee };

/** The people of the last transfers and the saved accounts: two taps from an amount. */
export function SendAgain({ recent, wallet, onSend }: Props) {
  const saved = useQuery(beneficiariesQuery({ per_page: MOST }));
  const known = new Map<string, Known>();
  for (const { type, counterparty } of recent) {
    const number = counterparty?.wallet_number;
    if (type !== 'DEBIT' || !counterparty || !number || number === wallet.identity) continue;
    const { name } = counterparty;
    known.set(number, { key: number, name, where: number, payee: { destination: 'wallet', number, name } });
  }
  for (const account of saved.data?.data ?? []) {
    const { id, account_name: name, bank_name: where } = account;
    known.set(id, { key: id, name, where, payee: { destination: 'bank', account } });
  }
  const shown = [...known.values()].slice(0, MOST);
  if (shown.length === 0) return null;
  return (
    <section aria-labelledby="send-again" className="flex flex-col gap-2">
      <h2 id="send-again" className="text-lg font-semibold">
        Send again
      </h2>
      <ul className="-mx-5 flex gap-2 overflow-x-auto px-5 py-1 [scrollbar-width:none]">
        {shown.map(({ key, name, where, payee }) => (
          <li key={key}>
            <button
              type="button"
              aria-label={`Send to ${name}, ${where}`}
              className="flex w-18 flex-col items-center gap-1.5 rounded-control py-1 text-xs"
              onClick={() => onSend(payee)}
            >
              <PersonDisc name={name} className="size-13!" />
              <span className="w-full truncate text-center">{name.split(' ')[0]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
