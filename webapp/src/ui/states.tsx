import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { Button } from './button';

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

/** An empty state, with a suggestion. */
export function EmptyState({
  icon,
  title,
  children,
}: {
  icon?: Elements;
  title: string;
  children?: Elements;
}) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-card bg-raised px-6 py-10 text-center">
      {icon && <div className="grid size-14 place-items-center rounded-full bg-accent-soft">{icon}</div>}
      <p className="font-medium">{title}</p>
      {children}
    </div>
  );
}

/** The error state, with a retry button. */
export function ErrorState({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card bg-raised px-6 py-10 text-center"
    >
      <p className="font-medium">{message}</p>
      <Button look="quiet" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
