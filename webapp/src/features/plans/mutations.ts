import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';
import type { BodyOf } from '@/api/contract';
import { useRefreshMoney } from '@/payment/use-refresh-money';
import { planKeys } from './queries';

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

/** Asks what taking a plan costs today. */
export const usePlanQuote = () =>
  useMutation({
    mutationFn: async (body: SubscribeBody) => (await call('POST', '/quotes/plan', { body })).data,
    meta,
  });

/** Makes a checkout at the card company for a plan or an instalment. */
export const usePlanCard = () =>
  useMutation({
    mutationFn: async (body: CardBody) => (await call('POST', '/payment/card', { body })).data,
    meta,
  });

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
