import { evaluate } from '@/engine';
import { visibility } from '@/lib/visibility';
import { toast } from '@/ui/toast';
import type { Transaction } from './types';

const TOASTS: Record<string, (text: string) => void> = { success: toast.success, danger: toast.error };

/** Tells what became of a payment whose screen was left before its result was known. */
export function tellOutcome({ status, currency, gross_amount, comment }: Transaction): void {
  const { tone, message } = evaluate('transaction.outcome', {
    status,
    currency,
    amount: gross_amount,
    comment: comment ?? null,
    visible: visibility.get(),
  });
  (TOASTS[tone ?? ''] ?? toast.info)(message ?? '');
}
