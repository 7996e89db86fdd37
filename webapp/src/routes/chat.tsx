import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useUser } from '@/api/use-session';
import { Conversation } from '@/features/community/conversation';
import { chatQuery } from '@/features/community/queries';
import { supportRoom } from '@/features/community/room';
import { RoomLinks } from '@/features/community/room-links';
import { store } from '@/lib/storage';
import { Loaded } from '@/ui/loaded';
import { Page } from '@/ui/page';
import { EmptyState, ErrorState } from '@/ui/states';

/** The conversation with support. */
export function Chat() {
  const chat = useQuery(chatQuery);
  const user = useUser();
  const image = user?.profile.image ?? null;
  useEffect(() => store('chat avatar', image), [image]);
  return (
    <Page title="Chat with support" back="/dashboard">
      <Loaded query={chat} polled>
        {({ channels }) => {
          const channel = channels.find(({ kind }) => kind === 'support')?.channel;
          if (channel === undefined)
            return <ErrorState message="No channel found" onRetry={() => void chat.refetch()} />;
          return (
            <>
              <RoomLinks channels={channels} />
              <Support channel={channel} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Support({ channel }: { channel: string }) {
  const room = useMemo(() => supportRoom(channel), [channel]);
  return (
    <Conversation
      room={room}
      welcome={
        <EmptyState icon={<MessageCircle className="size-7" />} title="How can we help?">
          <p className="text-sm text-muted">
            Write to us here. Never send your PIN, a password or a code: nobody who works for us asks for
            them.
          </p>
        </EmptyState>
      }
    />
  );
}
