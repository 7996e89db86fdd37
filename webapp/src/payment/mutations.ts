import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, download, downloadMade } from '@/api/client';
import { Problem } from '@/api/problem';
import { saveFile } from '@/lib/save-file';
import { useConfiguration } from '@/ui/configuration';
import { cardKeys, type History } from './queries';
import type { Lines } from './receipt-lines';
import type { Currency } from './types';

/** Saves a transaction's receipt as PDF. */
export const useSaveReceipt = (reference: string) =>
  useMutation({
    mutationFn: () => download('/transaction/{reference}/receipt.pdf', { path: { reference } }),
    meta: { silent: true },
    onSuccess: (file) => saveFile(file, `receipt-${reference}.pdf`),
  });

/** Saves the history as CSV. */
export const useSaveHistory = (asked: History) =>
  useMutation({
    mutationFn: () => download('/transaction/me.csv', { query: { ...asked } }),
    meta: { silent: true },
    onSuccess: (file) => saveFile(file, 'transactions.csv'),
  });

/** Has a monthly statement made, and saves it. */
export const useSaveStatement = () =>
  useMutation({
    mutationFn: async (body: { month: string; currency: Currency }) => {
      const file = await downloadMade('/statements', { body });
      return { file, name: `statement-${body.month}-${body.currency}.pdf` };
    },
    meta: { quiet: true, silent: true },
    onSuccess: ({ file, name }) => saveFile(file, name),
  });

/** Shares a receipt as a picture; where the browser cannot share files, it is saved. */
export function useShareReceipt(lines: () => Lines, brand: string, reference: string) {
  const logo = useConfiguration()?.logo;
  return useMutation({
    mutationFn: async () => {
      const { pictureOf } = await import('./picture/receipt-picture');
      const picture = await pictureOf(lines(), brand, logo);
      const name = `receipt-${reference}.png`;
      const file = new File([picture], name, { type: picture.type });
      const shared = { files: [file], title: `Receipt ${reference}` };
      if (!navigator.canShare?.(shared)) return saveFile(picture, name);
      await navigator.share(shared).catch((error: DOMException) => {
        // The user has cancelled.
        if (error.name !== 'AbortError') saveFile(picture, name);
      });
    },
    meta: { silent: true },
  });
}

/**
 * Whether a BVN is the one that proved the identity. Null if the server cannot say, for example offline or after too
 * many requests.
 */
export const useConfirmBvn = () =>
  useMutation({
    mutationFn: (bvn: string): Promise<boolean | null> =>
      call('POST', '/verify/confirm-bvn', { body: { bvn } }).then(
        () => true,
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          return error.violations.some(({ field }) => field === 'bvn') ? false : null;
        },
      ),
    meta: { quiet: true, silent: true },
  });

/** Has the server query the card company for a checkout's result. */
export function useConfirmCard() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: { tx_ref: string; transaction_id: string | null }) =>
      (await call('POST', '/payment/flutter/confirm', { body })).data,
    meta: { quiet: true, silent: true },
    onSuccess: (checkout) => queries.setQueryData(cardKeys.one(checkout.tx_ref), checkout),
  });
}
