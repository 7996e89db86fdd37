import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ChevronRight, Users } from 'lucide-react';
import { useState } from 'react';
import { JoinSheet } from './join-sheet';
import { chatQuery } from './queries';

const ROW =
  'flex min-h-14 w-full items-center gap-3 rounded-card border border-line bg-raised px-4 text-start font-medium';

/** On the dashboard: the way into the first cluster's chat, or into a cluster. */
export function ClusterCard() {
  const { data } = useQuery(chatQuery);
  const navigate = useNavigate();
  const [joining, setJoining] = useState(false);
  const first = data?.channels.find(({ kind }) => kind === 'cluster');
  return (
    <>
      {first?.uuid ? (
        <Link to="/clusters/$uuid" params={{ uuid: first.uuid }} className={ROW}>
          <Users aria-hidden className="size-5 shrink-0 text-accent-text" />
          <span className="min-w-0 grow truncate">{first.name}</span>
          {first.unread > 0 && !first.muted && (
            <span className="figures text-sm text-muted">{`${first.unread} unread`}</span>
          )}
          <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
        </Link>
      ) : (
        <button type="button" className={ROW} onClick={() => setJoining(true)}>
          <Users aria-hidden className="size-5 shrink-0 text-accent-text" />
          <span className="grow">Join a cluster</span>
          <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
        </button>
      )}
      <JoinSheet
        open={joining}
        onClose={() => setJoining(false)}
        onOpen={({ uuid }) => void navigate({ to: '/clusters/$uuid', params: { uuid } })}
      />
    </>
  );
}
