import { queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';

const refetchInterval = 2000;
/** The interval of data that is rarely looked at. */
const SELDOM_MS = 10_000;
const passive = true;

export const sandboxKeys = {
  all: ['sandbox'] as const,
  pushes: ['sandbox', 'pushes'] as const,
  accounts: ['sandbox', 'accounts'] as const,
  behaviours: ['sandbox', 'behaviours'] as const,
  payouts: ['sandbox', 'payouts'] as const,
  persons: ['sandbox', 'persons'] as const,
  google: ['sandbox', 'google'] as const,
  loans: ['sandbox', 'loans'] as const,
  orders: (of: string) => ['sandbox', 'orders', of] as const,
  conversations: ['sandbox', 'support'] as const,
  conversation: (user: string) => [...sandboxKeys.conversations, user] as const,
  messages: (to: string) => [...sandboxKeys.all, 'messages', to] as const,
  mandate: (reference: string) => [...sandboxKeys.all, 'mandate', reference] as const,
  checkout: (reference: string) => [...sandboxKeys.all, 'card', reference] as const,
  liveness: (reference: string) => [...sandboxKeys.all, 'liveness', reference] as const,
};

export const messagesQuery = (to: string) =>
  queryOptions({
    queryKey: sandboxKeys.messages(to),
    queryFn: async () => (await call('GET', '/sandbox/messages', { query: { to }, passive })).data,
    refetchInterval,
  });

export const pushesQuery = queryOptions({
  queryKey: sandboxKeys.pushes,
  queryFn: async () => (await call('GET', '/sandbox/pushes', { passive })).data,
  refetchInterval,
});

export const accountsQuery = queryOptions({
  queryKey: sandboxKeys.accounts,
  queryFn: async () => (await call('GET', '/sandbox/accounts', { passive })).data,
  refetchInterval,
});

export const behavioursQuery = queryOptions({
  queryKey: sandboxKeys.behaviours,
  queryFn: async () => (await call('GET', '/sandbox/behaviour', { passive })).data,
  refetchInterval,
});

export const payoutsQuery = queryOptions({
  queryKey: sandboxKeys.payouts,
  queryFn: async () => (await call('GET', '/sandbox/payouts', { passive })).data,
  refetchInterval,
});

export const billsQuery = queryOptions({
  queryKey: sandboxKeys.orders('bills'),
  queryFn: async () => (await call('GET', '/sandbox/bills', { passive })).data,
  refetchInterval: SELDOM_MS,
});

export const sentCoinsQuery = queryOptions({
  queryKey: sandboxKeys.orders('coins'),
  queryFn: async () => (await call('GET', '/sandbox/coins', { passive })).data,
  refetchInterval: SELDOM_MS,
});

export const exchangeQuery = queryOptions({
  queryKey: sandboxKeys.orders('exchange'),
  queryFn: async () => (await call('GET', '/sandbox/exchange', { passive })).data,
  refetchInterval: SELDOM_MS,
});

/** Orders with users' own keys. */
export const keyOrdersQuery = queryOptions({
  queryKey: sandboxKeys.orders('keys'),
  queryFn: async () => (await call('GET', '/sandbox/exchange/keys', { passive })).data,
  refetchInterval: SELDOM_MS,
});

export const loansQuery = queryOptions({
  queryKey: sandboxKeys.loans,
  queryFn: async () => (await call('GET', '/sandbox/loans', { passive })).data,
  refetchInterval: SELDOM_MS,
});

export const personsQuery = queryOptions({
  queryKey: sandboxKeys.persons,
  queryFn: async () => (await call('GET', '/sandbox/persons', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const googleAccountsQuery = queryOptions({
  queryKey: sandboxKeys.google,
  queryFn: async () => (await call('GET', '/sandbox/google/accounts', { passive })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

export const livenessQuery = (reference: string) =>
  queryOptions({
    queryKey: sandboxKeys.liveness(reference),
    queryFn: async () =>
      (await call('GET', '/sandbox/liveness/{reference}', { path: { reference }, passive })).data,
  });

export const checkoutQuery = (tx_ref: string) =>
  queryOptions({
    queryKey: sandboxKeys.checkout(tx_ref),
    queryFn: async () => (await call('GET', '/sandbox/card/{tx_ref}', { path: { tx_ref }, passive })).data,
  });

export const mandateQuery = (reference: string) =>
  queryOptions({
    queryKey: sandboxKeys.mandate(reference),
    queryFn: async () =>
      (await call('GET', '/sandbox/mandate/{reference}', { path: { reference }, passive })).data,
  });

export const conversationsQuery = queryOptions({
  queryKey: sandboxKeys.conversations,
  queryFn: async () => (await call('GET', '/sandbox/support', { passive })).data,
  refetchInterval,
});

export const conversationQuery = (user: string) =>
  queryOptions({
    queryKey: sandboxKeys.conversation(user),
    queryFn: async () => (await call('GET', '/sandbox/support/{user}', { path: { user }, passive })).data,
    refetchInterval,
    enabled: user !== '',
  });
