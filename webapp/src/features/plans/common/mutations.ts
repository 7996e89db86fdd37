import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '@/api/client';
import type { BodyOf, PathFor } from '@/api/contract';
import type { PaymentKind } from '@/payment/kinds';
import type { Order } from '@/payment/send';
import { useRefreshMoney } from '@/payment/use-refresh-money';
import { planKeys } from '../queries';

/** The screen itself shows successes and failures. */
const meta = { quiet: true, silent: true } as const;

export type SubscribeBody = BodyOf<'POST', '/plans/subscribe'>;
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

/** The calls that quote each payment for a plan. */
const QUOTES = {
  savings_start: '/quotes/plan',
  coins_start: '/quotes/plan',
  loan_request: '/quotes/plan',
  group_join: '/quotes/join',
  savings_pay: '/quotes/savings',
  loan_repay: '/quotes/loan',
} as const satisfies Partial<Record<PaymentKind, PathFor<'POST'>>>;

/** The payments for plans, as the PIN authorises them. */
export type PlanAction = keyof typeof QUOTES;
export type PlanBody<K extends PlanAction> = Order<K>['body'];

/** Fetches the price of a payment for a plan. */
export const usePlanQuote = <K extends PlanAction>(action: K) =>
  useMutation({
    mutationFn: async (body: PlanBody<K>) => {
      const path: (typeof QUOTES)[PlanAction] = QUOTES[action];
      const asked: PlanBody<PlanAction> = body;
      return (await call('POST', path, { body: asked })).data;
    },
    meta,
  });

/** Opens a checkout at the card company for a plan or an instalment. */
export const usePlanCard = () =>
  useMutation({
    mutationFn: async (body: CardBody) => (await call('POST', '/payment/card', { body })).data,
    meta,
  });

/**
 * Leaves a plan: `abort` stops it, `cancel` is for one that awaits its first payment, and for an invitation to a group,
 * `leave` for a group that goes on.
 * The key belongs to one dialog, so a second tap leaves nothing else.
 */
export function useLeavePlan(id: string, how: 'abort' | 'cancel' | 'leave') {
  const refresh = useRefreshPlans();
  return useMutation({
    mutationFn: (key: string) =>
      call('POST', `/subscriptions/{id}/${how}`, {
        path: { id },
        body: { confirm: true },
        headers: { 'idempotency-key': key },
      }),
    // The dialog shows a refusal.
    meta: { quiet: true },
    onSuccess: refresh,
    // Cancelling may be refused because the plan has begun.
    ...(how === 'cancel' && { onError: refresh }),
  });
}

/** Switches the collection of the user's instalments on or off. */
export function useCollection(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (collects: boolean) =>
      call('POST', '/subscriptions/{id}/collection', {
        path: { id },
        body: { collects },
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: planKeys.own }),
  });
}

export type TriggerBody = BodyOf<'POST', '/subscriptions/{id}/trigger'>;

/** Sets or removes what pays into savings by itself. The sheet shows a refusal. */
export function useTrigger(id: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: TriggerBody) =>
      call('POST', '/subscriptions/{id}/trigger', {
        path: { id },
        body,
        headers: { 'idempotency-key': crypto.randomUUID() },
      }),
    meta: { quiet: true },
    onSuccess: () => queries.invalidateQueries({ queryKey: planKeys.own }),
  });
}

/** Hands a loan back, or deletes the place of its request. The key belongs to one dialog. */
export function useLoanChange(id: string, how: 'hand-back' | 'forget-place') {
  const refresh = useRefreshPlans();
  return useMutation({
    mutationFn: (key: string) =>
      call('POST', `/loans/{id}/${how}`, {
        path: { id },
        body: { confirm: true },
        headers: { 'idempotency-key': key },
      }),
    // The dialog shows a refusal.
    meta: { quiet: true },
    onSettled: refresh,
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

type JoinBody = BodyOf<'POST', '/plans/join'>;

/** Finds the group with a code. */
export const useFindPlan = () =>
  useMutation({
    mutationFn: (code: string) => call('GET', '/plans/find/{code}', { path: { code: code.trim() } }),
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
