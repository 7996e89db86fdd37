import { Link } from '@tanstack/react-router';
import { BellIcon } from './bell-icon';
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
      <BellIcon unread={unread} className="size-6" />
    </Link>
  );
}
