import { Bell } from 'lucide-react';
import { Badge } from '@/ui/badge';

/** The bell with the number of unread notices, if any. The link around it has the accessible label. */
export const BellIcon = ({ unread, className }: { unread: string | null; className: string }) => (
  <span aria-hidden className="relative">
    <Bell className={className} />
    <Badge>{unread}</Badge>
  </span>
);
