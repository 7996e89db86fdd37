import { MessageCircle } from 'lucide-react';
import { classes } from '@/lib/classes';
import { Badge } from '@/ui/badge';

/** The chat icon with the number of unread messages, if any. The link around it has the accessible label. */
export function ChatIcon({ unread, className }: { unread: string | null; className: string }) {
  return (
    <span aria-hidden className="relative">
      <MessageCircle className={classes('rtl:-scale-x-100', className)} />
      <Badge name="unread">{unread}</Badge>
    </span>
  );
}
