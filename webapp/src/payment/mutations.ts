import { useMutation } from '@tanstack/react-query';
import { download } from '@/api/client';
import { saveFile } from '@/lib/save-file';
import type { History } from './queries';

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
