import { MessageCircle } from 'lucide-react';
import { classes } from '@/lib/classes';

/** The chat icon with the number of unread messages, if any. The link around it has the accessible label. */
export function ChatIcon({ unread, className }: { unread: string | null; className: string }) {
  return (
    <span aria-hidden className="relative">
      <MessageCircle className={classes('rtl:-scale-x-100', className)} />
      {unread !== null && (
        <span
          data-testid="unread"
          className="figures absolute -end-2 -top-2 grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1 text-[calc(var(--spacing)*3.25)] font-bold text-on-accent"
        >
          {unread}
        </span>
      )}
    </span>
  );
}
