import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Elements } from '@/lib/elements';
import { Button } from '@/ui/button';
import { Loaded } from '@/ui/loaded';
import { Composer } from './composer';
import { MessageList } from './message-list';
import { useOutbox } from './outbox';
import type { ChatMessage } from './queries';
import { ReportSheet } from './report-sheet';
import type { Room } from './room';
import { useConversation } from './use-conversation';

interface Props {
  /** Stays identical for one conversation. */
  room: Room;
  /** Shown before the first message. */
  welcome: Elements;
  /** The reason why members cannot write here. */
  closed?: string | undefined;
}

/** A conversation and its message field. */
export function Conversation({ room, welcome, closed }: Props) {
  const { pages, messages } = useConversation(room);
  const { outbox, send, retry, discard } = useOutbox(room, messages);
  const [reported, setReported] = useState<ChatMessage | null>(null);
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
              {messages.length === 0 && outbox.length === 0 && welcome}
              <MessageList
                room={room}
                messages={messages}
                outbox={outbox}
                onRetry={retry}
                onDiscard={discard}
                onReport={room.cluster === undefined ? undefined : setReported}
              />
            </>
          )}
        </Loaded>
      </div>
      <div className="sticky bottom-[calc(4rem+env(safe-area-inset-bottom)+var(--notice-height))] z-20 -mx-gutter -mb-12 border-t border-line bg-surface px-gutter py-3 md:bottom-(--notice-height) md:-mb-8">
        {closed === undefined ? (
          <Composer key={room.channel} room={room} onSend={send} />
        ) : (
          <p className="py-3 text-center text-sm text-muted">{closed}</p>
        )}
      </div>
      {room.cluster !== undefined && reported && (
        <ReportSheet cluster={room.cluster} message={reported} onClose={() => setReported(null)} />
      )}
    </>
  );
}

/** Within this distance of the end, the page scrolls with new messages. */
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
