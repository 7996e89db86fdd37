import { useMutation } from '@tanstack/react-query';
import { call } from '@/api/client';
import { saveFile } from '@/lib/save-file';
import type { Transaction } from '@/payment/types';

const passive = true;
const ROWS = 100;

/** Every page of the statement, newest first. */
async function transactions(): Promise<Transaction[]> {
  const all: Transaction[] = [];
  for (let page = 1; ; page += 1) {
    const { data } = await call('GET', '/transaction/me', { query: { page, per_page: ROWS }, passive });
    all.push(...data.data);
    if (page >= data.last_page) return all;
  }
}

/** Everything that the user can see of themselves, in one document. PINs and passwords are not among it. */
async function own() {
  const [user, accounts, account, statement, banks, strategies, sessions, settings] = await Promise.all([
    call('GET', '/auth/me', { passive }),
    call('GET', '/accounts', { passive }),
    call('GET', '/account', { passive }),
    transactions(),
    call('GET', '/bank-account', { query: { per_page: ROWS }, passive }),
    call('GET', '/strategies', { passive }),
    call('GET', '/auth/sessions', { passive }),
    call('GET', '/account/settings', { passive }),
  ]);
  return {
    exported_at: new Date().toISOString(),
    user: user.data,
    account: account.data,
    wallets: accounts.data.wallets,
    transactions: statement,
    bank_accounts: banks.data,
    strategies: strategies.data,
    sessions: sessions.data,
    settings: settings.data,
  };
}

/** Saves the user's own data as JSON. */
export const useExport = () =>
  useMutation({
    mutationFn: async () => new Blob([JSON.stringify(await own(), null, 2)], { type: 'application/json' }),
    meta: { silent: true },
    onSuccess: (file) => saveFile(file, 'my-data.json'),
  });
