import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Fields } from '@/engine/use-engine-form';
import type { Currency } from '@/payment/types';
import { type Payee, quoteBody } from './flow';
import { beneficiaryKeys, mandatesQuery } from './queries';

/** Only a request for a price: the screen shows the result. */
const meta = { quiet: true, silent: true } as const;

/** Requests the price of an amount, against which the payment is checked. */
export const useQuote = (payee: Payee, currency: Currency) =>
  useMutation({
    mutationFn: async (amount: string) =>
      (await call('POST', '/quotes/transfer', { body: quoteBody(payee, amount, currency) })).data,
    meta,
  });

/** Requests the owner of a wallet number. */
export const useInquiry = () =>
  useMutation({
    mutationFn: async (wallet: string) => (await call('POST', '/wallet/inquire', { body: { wallet } })).data,
    meta,
  });

/** Creates a checkout at the card company. */
export const useStartCard = (currency: Currency) =>
  useMutation({
    mutationFn: async (amount: string) =>
      (await call('POST', '/payment/card', { body: { purpose: 'fund', currency, amount } })).data,
    meta,
  });

export function useAddBankAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Fields<'bank_account'>) => call('POST', '/bank-account', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: beneficiaryKeys.all }),
  });
}

export function useDeleteBankAccount(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (typed: string) => call('DELETE', '/bank-account/{id}', { path: { id }, body: { typed } }),
    meta: { quiet: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: beneficiaryKeys.all }),
  });
}

/** Makes a bank account the default, or no default. */
export function useSetDefaultAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { id: string; is_default: boolean }) => call('PUT', '/bank-account', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: beneficiaryKeys.all }),
  });
}

/** Starts a direct debit at the bank's page. */
export const useActivateMandate = () =>
  useMutation({
    mutationFn: async () => (await call('POST', '/activate-mandate')).data,
    meta: { silent: true },
  });

export function useCancelMandate() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE', '/mandates/{id}', { path: { id } }),
    onSuccess: () => queries.invalidateQueries(mandatesQuery),
  });
}
