import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';

interface Props {
  className?: string;
  /** The completed part of `of`; the ring is whole by default. */
  done?: number;
  of?: number;
  /** The ring is drawn on arrival, stroke by stroke. */
  drawn?: boolean;
  /** Content of the centre. */
  children?: Elements;
}

/** The circle of people who save together, and whose turn it is: the brand's motif, in each brand's colours. */
export function Ring({ className, done = 1, of = 1, drawn, children }: Props) {
  return (
    <span className={classes('relative inline-grid place-items-center', className)}>
      <svg aria-hidden viewBox="0 0 48 48" className="absolute inset-0 size-full -rotate-90">
        <circle cx="24" cy="24" r="19" className="fill-none stroke-current opacity-15" strokeWidth="5" />
        {done > 0 && (
          <circle
            cx="24"
            cy="24"
            r="19"
            pathLength={of}
            strokeDasharray={`${done} ${of}`}
            strokeLinecap="round"
            strokeWidth="5"
            className={classes('fill-none stroke-current', drawn && 'ring-drawn')}
          />
        )}
        <circle cx="43" cy="24" r="4.5" className="fill-accent-second" />
      </svg>
      {children}
    </span>
  );
}
