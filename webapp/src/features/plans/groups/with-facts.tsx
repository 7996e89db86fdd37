import { useQuery } from '@tanstack/react-query';
import type { Elements } from '@/lib/elements';
import { accountsQuery, ratesQuery } from '@/payment/queries';
import { Loaded, together } from '@/ui/loaded';
import { ListSkeleton } from '@/ui/states';
import type { Facts } from '../savings/facts';

/** Loads the rates and the naira balance, against which the amount of an instalment is checked. */
export function WithFacts({ children }: { children: (facts: Facts) => Elements }) {
  const accounts = useQuery(accountsQuery);
  const rates = useQuery(ratesQuery);
  return (
    <Loaded query={together(accounts, rates)} waiting={<ListSkeleton rows={2} />}>
      {([{ wallets }, table]) =>
        children({
          rates: table,
          balance: wallets.find(({ base_currency }) => base_currency === 'NGN')?.ledger_balance ?? '0.00',
        })
      }
    </Loaded>
  );
}
