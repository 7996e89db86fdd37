import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import { evaluate } from '@/engine';
import { setActiveAccount } from '@/lib/active-account';
import { accountsQuery } from '@/payment/queries';
import type { Currency } from '@/payment/types';
import type { Accounts, Wallet } from './types';

export type AccountView = Accounts['active_account'];

interface Choice {
  account?: AccountView;
  currency?: Currency;
}

/** Chooses the view and the currency that are shown first, here and on the user's other devices. Shown at once. */
export function useChooseActive() {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: async (choice: Choice) => (await call('PUT', '/accounts/active', { body: choice })).data,
    meta: { silent: true },
    onMutate: ({ account, currency }) => {
      if (account) setActiveAccount(account);
      queries.setQueryData(
        accountsQuery.queryKey,
        (known) =>
          known && {
            ...known,
            active_account: account ?? known.active_account,
            active_currency: currency ?? known.active_currency,
          },
      );
    },
    onError: () => queries.invalidateQueries(accountsQuery),
  });
  return mutate;
}

/** The wallets of the view Home: those that can be withdrawn from, which coins cannot, and the selected one. */
export const homeWallets = ({ wallets, active_currency }: Accounts): Wallet[] =>
  wallets.filter(
    ({ base_currency }) =>
      base_currency === active_currency || evaluate('wallet.ways', { currency: base_currency }).send_bank,
  );
