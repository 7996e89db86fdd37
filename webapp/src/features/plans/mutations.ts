import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';
import type { BodyOf } from '@/api/contract';
import { useRefreshMoney } from '@/payment/use-refresh-money';
import { planKeys } from './queries';
import { useKeyOf } from './savings/use-key-of';
import type { Subscription } from './types';

/** The screen shows both answers itself. */
const meta = { quiet: true, silent: true } as const;

export type SubscribeBody = BodyOf<'POST', '/plans/subscribe'>;
export type SavingsPaymentBody = BodyOf<'POST', '/savings/pay'>;
export type CardBody = BodyOf<'POST', '/payment/card'>;

/** Refetches plans, balances and history; call it when money has moved into or out of a plan. */
export function useRefreshPlans(): () => Promise<unknown> {
  const queries = useQueryClient();
  const refresh = useRefreshMoney();
  return useCallback(
    () => Promise.all([queries.invalidateQueries({ queryKey: planKeys.own }), refresh()]),
    [queries, refresh],
  );
}

/** Asks what taking a plan from the wallet costs today. */
export const usePlanQuote = () =>
  useMutation({
    mutationFn: async (body: SubscribeBody) => (await call('POST', '/quotes/plan', { body })).data,
    meta,
  });

/**
 * Takes a plan that waits for money from a card or a bank. Under one key it is taken once, however often the button is
 * tapped.
 */
export function useAwaitPlan() {
  const refresh = useRefreshPlans();
  return useMutation({
    mutationFn: async ({ body, key }: { body: SubscribeBody; key: string }) => {
      const headers = { 'idempotency-key': key };
      return (await call('POST', '/plans/subscribe', { body, headers })).data as Subscription;
    },
    meta,
    onSuccess: refresh,
  });
}

/** Makes a checkout at the card company for a plan or an instalment. */
export const usePlanCard = () =>
  useMutation({
    mutationFn: async (body: CardBody) => (await call('POST', '/payment/card', { body })).data,
    meta,
  });

/** The calls by which a plan is taken: its price, taking it while it waits for money, and its card payment. */
export function useTakePlan() {
  const [ask, request, checkout] = [usePlanQuote(), useAwaitPlan(), usePlanCard()];
  const calls = [ask, request, checkout];
  return {
    ask,
    request,
    checkout,
    keyOf: useKeyOf(),
    busy: calls.some(({ isPending }) => isPending),
    error: ask.error ?? request.error ?? checkout.error,
    /** What was refused before is not about what is asked now. */
    forgetRefusals: () => {
      for (const call of calls) call.reset();
    },
  };
}

/** Asks what paying an instalment from the wallet costs. */
export const useSavingsQuote = () =>
  useMutation({
    mutationFn: async (body: SavingsPaymentBody) => (await call('POST', '/quotes/savings', { body })).data,
    meta,
  });

/** Ends a plan. The key belongs to the question that the user answers: a second tap ends nothing else. */
export function useStopPlan(id: string) {
  const refresh = useRefreshPlans();
  return useMutation({
    mutationFn: (key: string) =>
      call('POST', '/subscriptions/{id}/abort', {
        path: { id },
        body: { confirm: true },
        headers: { 'idempotency-key': key },
      }),
    // The dialog shows a refusal.
    meta: { quiet: true },
    onSuccess: refresh,
  });
}

/** Cancels a plan that awaits its first payment, or one's own part in a group. */
export function useCancelPlan(id: string) {
  const refresh = useRefreshPlans();
  return useMutation({
    mutationFn: (key: string) =>
      call('POST', '/subscriptions/{id}/cancel', {
        path: { id },
        body: { confirm: true },
        headers: { 'idempotency-key': key },
      }),
    // The dialog shows a refusal.
    meta: { quiet: true },
    onSuccess: refresh,
    // What refused it may have begun the plan.
    onError: refresh,
  });
}

/** Reminds a member of a group. The server's message is shown. */
export function useNudge(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (member: string) =>
      call('POST', '/subscriptions/{id}/nudge', { path: { id }, body: { member } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: planKeys.own }),
  });
}

export type JoinBody = BodyOf<'POST', '/plans/join'>;

/** Asks for the group with a code. */
export const useFindPlan = () =>
  useMutation({
    mutationFn: (code: string) => call('GET', '/plans/find/{code}', { path: { code: code.trim() } }),
    meta,
  });

/** Asks what the first instalment of a group costs. */
export const useJoinQuote = () =>
  useMutation({
    mutationFn: async (body: JoinBody) => (await call('POST', '/quotes/join', { body })).data,
    meta,
  });

/** Adds a user to a group. No money moves. */
export function useAddMember() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: JoinBody; key: string }) =>
      call('POST', '/plans/join', { body, headers: { 'idempotency-key': key } }),
    meta,
    onSuccess: () => queries.invalidateQueries({ queryKey: planKeys.own }),
  });
}
