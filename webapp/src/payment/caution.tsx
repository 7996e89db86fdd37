import { Info } from 'lucide-react';

/** The reason for a temporary limit: one line, and the details on request. */
export const Caution = ({ message }: { message: string }) => (
  <details className="group text-sm text-muted">
    <summary className="flex min-h-11 list-none items-center gap-2">
      <Info aria-hidden className="size-4 shrink-0 text-accent-text" />
      <span dir="auto" className="min-w-0 truncate group-open:whitespace-normal">
        {message}
      </span>
    </summary>
  </details>
);
