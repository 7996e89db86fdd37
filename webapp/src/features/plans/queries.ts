import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '@/api/client';
import { accountKeys } from '@/payment/queries';
import type { PlanType, Subscription } from './types';

const passive = true;

interface Place {
  page: number;
  per_page: number;
}

export const planKeys = {
  all: ['plans'] as const,
  offered: (type: PlanType) => [...planKeys.all, 'offered', type] as const,
  /** The prefix of all queries for the user's own plans. */
  own: ['plans', 'own'] as const,
  list: (type: PlanType, place: Place) => [...planKeys.own, 'list', type, place] as const,
  late: ['plans', 'own', 'late'] as const,
  invitations: ['plans', 'own', 'invitations'] as const,
  limit: ['plans', 'own', 'limit'] as const,
  one: (id: string) => [...planKeys.own, 'one', id] as const,
  reference: (reference: string) => [...planKeys.own, 'reference', reference] as const,
  person: (email: string) => [...planKeys.all, 'person', email] as const,
};

const FRESH_MS = 60_000;

/** Decisions, prices and orders change while the user looks at plans. */
export const LOOK_EVERY_MS = 10_000;

/** The plans of a kind that can be taken. */
export const plansQuery = (type: PlanType) =>
  queryOptions({
    queryKey: planKeys.offered(type),
    queryFn: async () => (await call('GET', '/plans', { query: { type }, passive })).data,
    staleTime: FRESH_MS,
  });

/** The user's own plans of a kind, the newest first. */
export const subscriptionsQuery = (type: PlanType, place: Place) =>
  queryOptions({
    queryKey: planKeys.list(type, place),
    queryFn: async () => (await call('GET', '/subscriptions', { query: { type, ...place }, passive })).data,
    meta: { kept: true },
  });

/** The user's own limit for loans. */
export const ownLimitQuery = queryOptions({
  queryKey: planKeys.limit,
  queryFn: async () => (await call('GET', '/loans/limit', { passive })).data,
});

/** The user's plans with something due, the worst first. */
export const latePlansQuery = queryOptions({
  queryKey: planKeys.late,
  queryFn: async () => (await call('GET', '/subscriptions/late', { passive })).data,
  meta: { kept: true },
});

/** The groups that others have invited the user to, the newest first. */
export const invitationsQuery = queryOptions({
  queryKey: planKeys.invitations,
  queryFn: async () => (await call('GET', '/invitations', { passive })).data,
  meta: { kept: true },
});

/** A plan of the user's that a list has loaded. */
export function listedPlan(queries: QueryClient, id: string): Subscription | undefined {
  const pages = queries.getQueriesData<{ data: Subscription[] }>({ queryKey: [...planKeys.own, 'list'] });
  return pages.flatMap(([, page]) => page?.data ?? []).find((one) => one.id === id);
}

export const subscriptionQuery = (id: string) =>
  queryOptions({
    queryKey: planKeys.one(id),
    queryFn: async () => (await call('GET', '/subscriptions/{id}', { path: { id }, passive })).data,
  });

/** A plan by its own reference, or by that of a payment for it. */
export const planOfQuery = (reference: string) =>
  queryOptions({
    queryKey: planKeys.reference(reference),
    queryFn: async () =>
      (await call('GET', '/plans/reference/{reference}', { path: { reference }, passive })).data,
  });

/** The most that may be paid for an instalment now. Not cached: every payment changes it. */
export const savingsAllowanceQuery = (id: string) =>
  queryOptions({
    queryKey: accountKeys.allowance('NGN', { instalment: id }),
    queryFn: async () => (await call('POST', '/savings/allowance', { body: { id } })).data,
    gcTime: 0,
  });

/** The users with an email address: at most one. */
export const personQuery = (email: string) =>
  queryOptions({
    queryKey: planKeys.person(email),
    queryFn: async () => (await call('GET', '/users/search', { query: { query: email } })).data,
    retry: false,
    staleTime: FRESH_MS,
  });
