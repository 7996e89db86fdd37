import { useQuery } from '@tanstack/react-query';
import { MessageCircle } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { useUser } from '@/api/use-session';
import { Composer } from '@/features/community/composer';
import { MessageList } from '@/features/community/message-list';
import { useOutbox } from '@/features/community/outbox';
import { chatQuery } from '@/features/community/queries';
import { useConversation } from '@/features/community/use-conversation';
import { store } from '@/lib/storage';
import { Button } from '@/ui/button';
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
          return <Conversation channel={channel} />;
        }}
      </Loaded>
    </Page>
  );
}

interface Props {
  channel: string;
}

function Conversation({ channel }: Props) {
  const { pages, messages } = useConversation(channel);
  const { outbox, send, retry, discard } = useOutbox(messages);
  const newest = outbox.at(-1)?.client_id ?? messages.at(-1)?.client_id ?? messages.at(-1)?.id;
  useNewestInView(newest, outbox.at(-1)?.status === 'failed');
  const place = useKeptPlace(messages[0]?.id);
  return (
    <>
      <div className="flex grow flex-col gap-3">
        {pages.hasNextPage && (
          <Button
            look="link"
            className="self-center"
            busy={pages.isFetchingNextPage}
            onClick={() => {
              place();
              void pages.fetchNextPage();
            }}
          >
            Earlier messages
          </Button>
        )}
        <Loaded query={pages} polled>
          {() => (
            <>
              {messages.length === 0 && outbox.length === 0 && <Welcome />}
              <MessageList messages={messages} outbox={outbox} onRetry={retry} onDiscard={discard} />
            </>
          )}
        </Loaded>
      </div>
      <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom)+var(--notice-height))] z-20 -mx-5 -mb-12 border-t border-line bg-surface px-5 py-3 md:bottom-(--notice-height) md:-mb-8">
        <Composer onSend={send} />
      </div>
    </>
  );
}

function Welcome() {
  return (
    <EmptyState icon={<MessageCircle className="size-7" />} title="How can we help?">
      <p className="text-sm text-muted">
        Write to us here. Never send your PIN, a password or a code: nobody who works for us asks for them.
      </p>
    </EmptyState>
  );
}

/** Within this distance of the end, the page follows the conversation. */
const FOLLOWS_PX = 240;

/** Scrolls to the newest message, on arrival and for each new one, unless the user has scrolled up. */
function useNewestInView(newest: string | undefined, ownFailed: boolean): void {
  const follows = useRef(true);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight } = document.documentElement;
      follows.current = scrollHeight - clientHeight - scrollY < FOLLOWS_PX;
    };
    addEventListener('scroll', look, { passive: true });
    return () => removeEventListener('scroll', look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another message, or its failure, is the reason
  useEffect(() => {
    if (follows.current) scrollTo({ top: document.documentElement.scrollHeight });
  }, [newest, ownFailed]);
}

/** Keeps the scroll position when messages are added above; call the result before loading more. */
function useKeptPlace(first: string | undefined): () => void {
  const below = useRef<number | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another first message is the reason
  useLayoutEffect(() => {
    if (below.current === null) return;
    scrollTo({ top: document.documentElement.scrollHeight - below.current });
    below.current = null;
  }, [first]);
  return () => {
    below.current = document.documentElement.scrollHeight - scrollY;
  };
}
