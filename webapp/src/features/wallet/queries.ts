import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import { accountKeys, transactionKeys } from '@/payment/queries';
import type { Currency } from '@/payment/types';
import { type Payee, recipientOf } from './flow';

const passive = true;

export const bankKeys = {
  all: ['banks'] as const,
  enquiry: (bank: string, account: string) => [...bankKeys.all, 'enquiry', bank, account] as const,
};

export const banksQuery = queryOptions({
  queryKey: bankKeys.all,
  queryFn: async () => (await call('GET', '/banks', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The requested rows of a list. */
export interface Listed {
  search?: string;
  page?: number;
  per_page?: number;
}

export const beneficiaryKeys = {
  all: ['beneficiaries'] as const,
  list: (asked: Listed) => [...beneficiaryKeys.all, asked] as const,
};

export const beneficiariesQuery = (asked: Listed = {}) =>
  queryOptions({
    queryKey: beneficiaryKeys.list(asked),
    queryFn: async () => (await call('GET', '/bank-account', { query: { ...asked }, passive })).data,
    meta: { kept: true },
  });

/** The newest saved accounts, and their total number. */
export const newestBeneficiariesQuery = beneficiariesQuery({ per_page: 5 });

/** Transfers to banks. They are refetched with the history. */
export const withdrawalsQuery = (asked: Listed) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'withdrawals', asked] as const,
    queryFn: async () => (await call('GET', '/withdraw', { query: { ...asked }, passive })).data,
  });

/** The banks that money can be sent from with a code dialled on the phone. */
export const ussdBanksQuery = queryOptions({
  queryKey: ['banks', 'ussd'],
  queryFn: async () => (await call('GET', '/banks/ussd', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** The amount that may be sent to a payee now. Not cached: every payment changes it. */
export const allowanceQuery = (payee: Payee, currency: Currency) =>
  queryOptions({
    queryKey: accountKeys.allowance(currency, recipientOf(payee)),
    queryFn: async () =>
      (await call('POST', '/wallet/allowance', { body: { currency, ...recipientOf(payee) } })).data,
    gcTime: 0,
  });

/** Recent payees, latest first. Refetched with the history. */
export const paidBeforeQuery = (currency: Currency) =>
  queryOptions({
    queryKey: [...transactionKeys.all, 'payees', currency] as const,
    queryFn: async () => (await call('GET', '/wallet/payees', { query: { currency }, passive })).data,
    meta: { kept: true },
  });

/** The name of a bank account, according to its bank. */
export const enquiryQuery = (bank_code: string, account_number: string) =>
  queryOptions({
    queryKey: bankKeys.enquiry(bank_code, account_number),
    queryFn: async () => (await call('POST', '/enquire', { body: { bank_code, account_number } })).data,
    retry: false,
    staleTime: 60_000,
  });

/** Direct debits that have not ended. */
export const mandatesQuery = queryOptions({
  queryKey: ['mandates'],
  queryFn: async () => (await call('GET', '/mandates', { passive })).data,
});
