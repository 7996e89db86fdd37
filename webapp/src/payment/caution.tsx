import { Info } from 'lucide-react';

/** The reason for a temporary limit: at most three lines, and the rest on request. */
export const Caution = ({ message }: { message: string }) => (
  <details className="group text-sm text-muted">
    <summary className="flex min-h-11 list-none items-center gap-2">
      <Info aria-hidden className="size-4 shrink-0 text-accent-text" />
      <span dir="auto" className="line-clamp-3 min-w-0 group-open:line-clamp-none">
        {message}
      </span>
    </summary>
  </details>
);
