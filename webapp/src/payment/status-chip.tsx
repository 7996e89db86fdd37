import { evaluate } from '@/engine';
import { classes } from '@/lib/classes';
import type { Transaction } from './types';

const TONES: Record<string, string> = {
  danger: 'text-negative',
  warning: 'text-warning',
};

interface Props {
  status: Transaction['status'];
  /** Success is green, anything else grey. (Document 2, section 2: the withdraw history.) */
  plain?: boolean;
}

/** The status of a row: only statuses other than success are shown; success is for screen readers. */
export function StatusChip({ status, plain = false }: Props) {
  const { label, tone } = evaluate('status.label', { status });
  if (tone === 'success' && !plain) return <span className="sr-only">{label}</span>;
  const colour = tone === 'success' ? 'text-positive' : plain ? 'text-muted' : (TONES[tone] ?? 'text-muted');
  return (
    <span
      className={classes('inline-block rounded-full bg-sunken px-2 py-0.5 text-xs font-semibold', colour)}
    >
      {label}
    </span>
  );
}
