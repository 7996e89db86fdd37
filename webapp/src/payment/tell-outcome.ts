import { evaluate } from '@/engine';
import { visibility } from '@/lib/visibility';
import { toast } from '@/ui/toast';
import type { Transaction } from './types';

const TOASTS: Record<string, (text: string) => void> = { success: toast.success, danger: toast.error };

/** Announces a payment's result that came after the user left its screen. */
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
