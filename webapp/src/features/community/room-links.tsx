import { Link } from '@tanstack/react-router';
import type { Channel } from './queries';

const LINK =
  'flex min-h-11 shrink-0 items-center gap-2 rounded-full border border-line-strong px-4 text-sm font-semibold';
const ACTIVE = { className: 'border-accent bg-accent text-on-accent' };

/** The user's conversations, where there are several. */
export function RoomLinks({ channels }: { channels: Channel[] }) {
  if (channels.length < 2) return null;
  return (
    <nav aria-label="Conversations" className="relative -mx-gutter flex gap-2 overflow-x-auto px-gutter py-1">
      {channels.map(({ channel, uuid, name, unread, muted }) => {
        const label = (
          <>
            <span className="max-w-48 truncate">{name}</span>
            {unread > 0 && !muted && (
              <span className="figures">
                <span aria-hidden>{`(${unread})`}</span>
                <span className="sr-only">{`, ${unread} unread`}</span>
              </span>
            )}
          </>
        );
        return uuid === null ? (
          <Link key={channel} to="/chat" className={LINK} activeProps={ACTIVE}>
            {label}
          </Link>
        ) : (
          <Link key={channel} to="/clusters/$uuid" params={{ uuid }} className={LINK} activeProps={ACTIVE}>
            {label}
          </Link>
        );
      })}
    </nav>
  );
}
