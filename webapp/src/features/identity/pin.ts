import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '@/api/client';
import type { Contract } from '@/api/contract';
import type { Fields } from '@/engine/use-engine-form';
import { pinStatusQuery } from '@/payment/queries';
import { rememberSent } from './sent';

export type PinStatus = Contract<'PinStatus'>;

export { pinStatusQuery };

/** Whether money can leave: without a PIN no payment is accepted. */
export const isPinSet = (status: PinStatus | undefined): boolean => status === 'pin_set';

/** The password is not a field of the form: it is requested only if the server requires it. */
export type PinValues = Fields<'pin_change'> & { password: string };

const reset = (currency: Contract<'Currency'>, password: string, code?: string) =>
  call('POST', '/account/settings/pin/reset', { body: { currency, password, ...(code && { code }) } });

/** Sends the code that removes a forgotten PIN. */
export const useSendPinCode = (currency: Contract<'Currency'>, password: string) =>
  useMutation({
    mutationFn: () => reset(currency, password),
    meta: { quiet: true, silent: true },
    onSuccess: ({ data }) => {
      if ('resend_seconds' in data) rememberSent('pin', data.resend_seconds);
    },
  });

/** Removes a forgotten PIN. */
export function useResetPin(currency: Contract<'Currency'>, password: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => reset(currency, password, code),
    meta: { quiet: true, silent: true },
    onSuccess: () => queries.invalidateQueries(pinStatusQuery),
  });
}

/** Sets the naira PIN for a currency that has none. */
export function useSharePin(currency: Contract<'Currency'>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (pin: string) => call('POST', '/account/settings/pin/share', { body: { pin, currency } }),
    meta: { quiet: true, silent: true },
    onSuccess: () => queries.invalidateQueries(pinStatusQuery),
  });
}

/** Sets the first PIN, or changes the one there is. */
export function useSavePin(currency: Contract<'Currency'>, status: PinStatus) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (values: PinValues) => {
      const { password, ...pins } = values;
      const body = { ...pins, currency, ...(password && { password }) };
      return status === 'absent'
        ? call('POST', '/account/settings/pin/create', { body })
        : call('PUT', '/wallet/pin-update', { body });
    },
    meta: { quiet: true, silent: true },
    onSuccess: () => queries.invalidateQueries(pinStatusQuery),
  });
}
