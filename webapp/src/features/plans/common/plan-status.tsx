import { evaluate, type RuleInput } from '@/engine';
import { classes } from '@/lib/classes';

const TONES: Record<string, string> = {
  success: 'text-positive',
  info: 'text-accent-text',
  danger: 'text-negative',
  warning: 'text-warning',
};

/** The status of a plan or an instalment, in words; the colour only repeats it. */
export function PlanStatus({
  status,
  lateness,
  plain,
}: {
  status: RuleInput<'status.label'>['status'];
  /** The lateness of a plan that is being paid. */
  lateness?: RuleInput<'status.label'>['lateness'];
  plain?: boolean;
}) {
  const { label, tone } = evaluate('status.label', { status, lateness });
  return (
    <span
      className={classes(
        'inline-block rounded-full bg-sunken px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap',
        plain ? 'text-muted' : (TONES[tone] ?? 'text-muted'),
      )}
    >
      {label}
    </span>
  );
}
