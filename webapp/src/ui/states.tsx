import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { Button } from './button';
import { Drawing, type DrawingName } from './drawing';

/** A grey shape where content will be. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden
      data-waiting
      className={classes('animate-[breathe_1.2s_infinite] rounded-control bg-sunken', className)}
    />
  );
}

/** The skeleton of a list; `label` is for screen readers. */
export function ListSkeleton({ rows = 4, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <div role="status" data-waiting className="flex flex-col gap-3">
      <span className="sr-only">{label}</span>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without identity
        <Skeleton key={row} className="h-16" />
      ))}
    </div>
  );
}

/** A placeholder for content that may appear. */
export const Unknown = () => <span hidden data-waiting />;

/** Whether a query is loading for the first time: one that has failed does not count. */
export const isFirstLoad = (query: { isLoading: boolean; isFetched: boolean }): boolean =>
  query.isLoading && !query.isFetched;

interface EmptyProps {
  /** By default that nothing is there yet. */
  drawing?: DrawingName;
  /** The subject, drawn in the middle of the empty ring. */
  icon?: Elements;
  title: string;
  children?: Elements;
}

const BOX = 'flex flex-col items-center gap-3 rounded-card bg-raised px-6 py-8 text-center';

/** An empty state, with a suggestion. */
export function EmptyState({ drawing = 'nothing-yet', icon, title, children }: EmptyProps) {
  return (
    <div className={BOX}>
      <Drawing of={drawing}>{drawing === 'nothing-yet' ? icon : undefined}</Drawing>
      <p className="font-medium">{title}</p>
      {children}
    </div>
  );
}

/** The error state, with a retry button. */
export function ErrorState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div role="alert" className={BOX}>
      <Drawing of="offline" />
      <p className="font-medium">{message}</p>
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
