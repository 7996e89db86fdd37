import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { BodyOf, Contract } from '@/api/contract';
import { toast } from '@/ui/toast';
import { behavioursQuery, conversationsQuery, loansQuery, sandboxKeys } from './queries';

export type Behaviour = Contract<'Behaviour'>;
export type GoogleAccount = Contract<'GoogleAccount'>;
export type CardDeed = Contract<'CardDeed'>;
export type MandateDeed = Contract<'MandateDeed'>;
export type LoanDeed = Contract<'LoanDeed'>;
/** The app's authorisation request to Google. */
export type GoogleQuestion = Omit<Contract<'Authorisation'>, 'account'>;

/** Sets the server's clock ahead. */
export const useAdvanceClock = () =>
  useMutation({
    mutationFn: (hours: number) => call('POST', '/sandbox/clock', { body: { hours } }),
    meta: { silent: true },
    onSuccess: ({ data }) => toast.success(`The server's clock shows ${data.now}.`),
  });

/** Credits an account, as a bank transfer would. */
export const useCredit = () =>
  useMutation({
    mutationFn: (body: { account_number: string; amount: string }) =>
      call('POST', '/sandbox/credits', { body }),
    meta: { silent: true },
    onSuccess: () => toast.success('The money is on its way.'),
  });

/** Makes coins arrive at an address, as the custodian would report them. */
export const useLetCoinsArrive = () =>
  useMutation({
    mutationFn: (body: BodyOf<'POST', '/sandbox/coins'>) => call('POST', '/sandbox/coins', { body }),
    meta: { silent: true },
    onSuccess: () => toast.success('The coins have arrived.'),
  });

/** Sets the market's price of a pair; null restores the generated one. */
export const useSetPrice = () =>
  useMutation({
    mutationFn: (body: BodyOf<'PUT', '/sandbox/prices'>) => call('PUT', '/sandbox/prices', { body }),
    meta: { silent: true },
    onSuccess: () => toast.success('The market has its price.'),
  });

/** Replaces the predictions, as their provider does. */
export const usePredict = () =>
  useMutation({
    mutationFn: (body: BodyOf<'PUT', '/sandbox/signals'>) => call('PUT', '/sandbox/signals', { body }),
    meta: { silent: true },
    onSuccess: () => toast.success('The predictions are sent.'),
  });

export function useSetBehaviour() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Behaviour) => call('PUT', '/sandbox/behaviour', { body }),
    onSuccess: () => queries.invalidateQueries(behavioursQuery),
  });
}

/** Replies to a user as the operator. */
export function useReply(user: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (message: string) =>
      call('POST', '/sandbox/support/{user}', { path: { user }, body: { message } }),
    meta: { silent: true },
    onSuccess: () => {
      toast.success('The answer is on its way.');
      return queries.invalidateQueries(conversationsQuery);
    },
  });
}

/** Ends a liveness check with the tester's result. */
export const useEndLiveness = (reference: string, onEnded: () => Promise<void>) =>
  useMutation({
    mutationFn: (passed: boolean) =>
      call('PUT', '/sandbox/liveness/{reference}', { path: { reference }, body: { passed } }),
    meta: { silent: true },
    onSuccess: onEnded,
  });

/** Answers the authorisation request with an account, or refuses it. */
export const useAuthorise = () =>
  useMutation({
    mutationFn: async ({ question, account }: { question: GoogleQuestion; account: GoogleAccount | null }) =>
      (await call('POST', '/sandbox/google/authorise', { body: { ...question, account } })).data,
    meta: { quiet: true, silent: true },
    onSuccess: ({ redirect_to }) => location.assign(redirect_to),
  });

/** Pays at the sandbox's checkout, or declines, and leaves its page. */
export const useActAtCheckout = (tx_ref: string) =>
  useMutation({
    mutationFn: async (deed: CardDeed) =>
      (await call('PUT', '/sandbox/card/{tx_ref}', { path: { tx_ref }, body: { deed } })).data,
    meta: { silent: true },
    onSuccess: ({ redirect_to }) => {
      if (redirect_to !== null) location.assign(redirect_to);
    },
  });

/** Authorises direct debits at the sandbox's bank, or declines, and leaves its page. */
export const useActAtBank = (reference: string) =>
  useMutation({
    mutationFn: async (deed: MandateDeed) =>
      (await call('PUT', '/sandbox/mandate/{reference}', { path: { reference }, body: { deed } })).data,
    meta: { silent: true },
    onSuccess: ({ redirect_to }) => location.assign(redirect_to),
  });

/** Decides a loan as the operator. */
export function useActOnLoan() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async ({ reference, ...body }: { reference: string; deed: LoanDeed; why: string }) =>
      (await call('PUT', '/sandbox/loans/{reference}', { path: { reference }, body })).data,
    onSuccess: (loans) => queries.setQueryData(loansQuery.queryKey, loans),
  });
}

/** Writes to the Telegram bot. */
export function useWriteToBot(chat: number) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (text: string) =>
      call('POST', '/sandbox/telegram', { body: { message: { chat: { id: chat, type: 'private' }, text } } }),
    meta: { silent: true },
    onSettled: () => queries.invalidateQueries({ queryKey: sandboxKeys.messages(String(chat)) }),
  });
}
