import { Link } from '@tanstack/react-router';
import { Bell } from 'lucide-react';
import { Badge } from '@/ui/badge';
import { useUnreadNotices } from './queries';

/** The way to the inbox, with the number of unread notices. */
export function NoticesButton() {
  const unread = useUnreadNotices();
  return (
    <Link
      to="/notices"
      aria-label={unread === null ? 'Notices' : `Notices, ${unread} unread`}
      className="grid size-11 place-items-center rounded-full hover:bg-sunken"
      activeProps={{ className: 'bg-sunken' }}
    >
      <span aria-hidden className="relative">
        <Bell className="size-6" />
        <Badge>{unread}</Badge>
      </span>
    </Link>
  );
}
