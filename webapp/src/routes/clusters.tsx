import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { BellOff, EllipsisVertical, Plus, Users } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Cluster, clustersQuery, refusalOf } from '@/features/community/clusters';
import { Conversation } from '@/features/community/conversation';
import { JoinSheet } from '@/features/community/join-sheet';
import { type Channel, chatQuery } from '@/features/community/queries';
import { clusterRoom } from '@/features/community/room';
import { RoomLinks } from '@/features/community/room-links';
import { RoomSheet } from '@/features/community/room-sheet';
import { Button } from '@/ui/button';
import { CARDS } from '@/ui/columns';
import { IconDisc } from '@/ui/icon-disc';
import { Loaded, together } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ErrorState } from '@/ui/states';

/** The user's clusters, and the way into another one. (Document 2, section 2.) */
export function Clusters() {
  const clusters = useQuery(clustersQuery);
  const chat = useQuery(chatQuery);
  const [joining, setJoining] = useState(false);
  return (
    <Page title="Clusters" back="/dashboard" wide>
      <Loaded query={together(clusters, chat)} polled>
        {([own, { channels }]) =>
          own.length === 0 ? (
            <EmptyState
              icon={<Users aria-hidden className="size-6" />}
              title="You haven't joined a cluster yet."
            >
              <p className="text-sm text-muted">
                A cluster is a group of members near you, with a chat of its own.
              </p>
            </EmptyState>
          ) : (
            <ul className={`${CARDS} gap-3`}>
              {own.map((cluster) => (
                <li key={cluster.uuid}>
                  <ClusterRow
                    cluster={cluster}
                    channel={channels.find(({ uuid }) => uuid === cluster.uuid)}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <Button wide onClick={() => setJoining(true)}>
        <Plus aria-hidden className="size-5" />
        <span>Join a cluster</span>
      </Button>
      <JoinDialog open={joining} onClose={() => setJoining(false)} />
    </Page>
  );
}

function ClusterRow({ cluster, channel }: { cluster: Cluster; channel: Channel | undefined }) {
  const unread = channel?.unread ?? 0;
  return (
    <Link
      to="/clusters/$uuid"
      params={{ uuid: cluster.uuid }}
      className="flex min-h-16 items-center gap-3 rounded-card bg-raised p-4 shadow-raised"
    >
      <IconDisc icon={Users} />
      <span className="min-w-0 grow">
        <span className="block font-semibold">{cluster.name}</span>
        <span className="block text-sm text-muted">{`${cluster.lga}, ${cluster.state}`}</span>
      </span>
      {cluster.muted && <BellOff role="img" aria-label="muted" className="size-5 shrink-0 text-muted" />}
      {unread > 0 && (
        <span className="figures grid h-6 min-w-6 shrink-0 place-items-center rounded-full bg-accent px-2 text-xs font-bold text-on-accent">
          <span>{unread}</span>
          <span className="sr-only"> unread</span>
        </span>
      )}
    </Link>
  );
}

function JoinDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <JoinSheet
      open={open}
      onClose={onClose}
      onOpen={({ uuid }) => void navigate({ to: '/clusters/$uuid', params: { uuid } })}
    />
  );
}

/** The conversation of a cluster's members. */
export function ClusterRoom() {
  const { uuid } = getRouteApi('/inside/clusters/$uuid').useParams();
  const chat = useQuery(chatQuery);
  const clusters = useQuery(clustersQuery);
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const cluster = clusters.data?.find((one) => one.uuid === uuid);
  return (
    <Page title={cluster?.name ?? 'Cluster'} back="/clusters">
      <Loaded query={together(chat, clusters)} polled>
        {([{ channels }]) => {
          const channel = channels.find((one) => one.uuid === uuid);
          if (!channel || !cluster)
            return (
              <ErrorState
                message="No channel found"
                onRetry={() => void Promise.all([chat.refetch(), clusters.refetch()])}
              />
            );
          return (
            <>
              <div className="flex items-center gap-2">
                <div className="min-w-0 grow">
                  <RoomLinks channels={channels} />
                </div>
                <button
                  type="button"
                  aria-label="Cluster options"
                  className="grid size-11 shrink-0 place-items-center rounded-full hover:bg-sunken"
                  onClick={() => setOpen(true)}
                >
                  <EllipsisVertical aria-hidden className="size-6" />
                </button>
              </div>
              <Room channel={channel} cluster={cluster} />
              <RoomSheet
                cluster={cluster}
                open={open}
                onClose={() => setOpen(false)}
                onLeft={() => void navigate({ to: '/clusters', replace: true })}
              />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Room({ channel, cluster }: { channel: Channel; cluster: Cluster }) {
  const { channel: name } = channel;
  const room = useMemo(
    () => clusterRoom(name, cluster.uuid, cluster.name),
    [name, cluster.uuid, cluster.name],
  );
  return (
    <Conversation
      key={name}
      room={room}
      closed={refusalOf(cluster, 'write') ?? undefined}
      welcome={
        <EmptyState icon={<Users className="size-7" />} title="Nobody has written here yet.">
          <p className="text-sm text-muted">
            {`Say hello to the members of ${cluster.name}. Never send a PIN, a password or a code.`}
          </p>
        </EmptyState>
      }
    />
  );
}
