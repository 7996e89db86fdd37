import { useQuery } from '@tanstack/react-query';
import { Balance } from '@/payment/money';
import { accountsQuery } from '@/payment/queries';
import { CoinMark } from '@/ui/coin-mark';
import { Card } from '@/ui/page';
import { symbolOf } from '@/ui/typed';
import { useChooseActive } from './active';
import type { Accounts } from './types';

/** As often as the coin sets beside them, so that both show one price. */
const LOOK_EVERY_MS = 10_000;

/** Every wallet, fiat and coins. A row leads to that currency on Home. */
export function InvestView({ accounts }: { accounts: Accounts }) {
  const choose = useChooseActive();
  useQuery({
    ...accountsQuery,
    refetchInterval: accounts.summary.coin_sets === null ? false : LOOK_EVERY_MS,
  });
  return (
    <Card>
      <table className="w-full text-sm">
        <caption className="pb-3 text-start text-lg font-semibold">Balances</caption>
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-2 text-start font-medium">
              Currency
            </th>
            <th scope="col" className="py-2 text-end font-medium">
              Balance
            </th>
          </tr>
        </thead>
        <tbody>
          {accounts.wallets.map(({ base_currency, balance, worth }) => (
            <tr key={base_currency} className="border-t border-line">
              <th scope="row" className="text-start font-semibold">
                <button
                  type="button"
                  className="flex min-h-14 w-full items-center gap-3 text-start underline-offset-4 hover:underline"
                  onClick={() => choose({ account: 'home', currency: base_currency })}
                >
                  <CoinMark symbol={base_currency} letters={symbolOf(base_currency)} className="size-9!" />
                  <span>{base_currency}</span>
                </button>
              </th>
              <td className="figures text-end text-[min(var(--text-sm),5vw)]">
                <Balance amount={balance} currency={base_currency} />
                {worth !== null && (
                  <span className="block text-xs text-muted">
                    <span>Sold now: </span>
                    <Balance amount={worth} currency="NGN" />
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}
