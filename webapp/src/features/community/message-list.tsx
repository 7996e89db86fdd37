import { CircleAlert, Clock, Flag, MessageSquareOff, RotateCcw, Trash2 } from 'lucide-react';
import { Fragment, useRef } from 'react';
import { classes } from '@/lib/classes';
import { dateFormat } from '@/lib/date-format';
import type { Elements } from '@/lib/elements';
import { lagosDay, lagosToday } from '@/lib/today';
import { PersonDisc } from '@/ui/person-disc';
import { Attachments } from './attachments';
import type { Outgoing } from './outbox';
import type { ChatMessage } from './queries';
import type { Room } from './room';

const timeWords = dateFormat('en-NG', {
  timeZone: 'Africa/Lagos',
  hour: '2-digit',
  minute: '2-digit',
});
const fullDate = dateFormat('en-NG', { timeZone: 'Africa/Lagos', dateStyle: 'full' });

const ACTION = 'flex min-h-11 items-center gap-1.5 rounded-control px-2 text-sm font-semibold underline';

interface Props {
  room: Room;
  messages: ChatMessage[];
  outbox: Outgoing[];
  onRetry: (outgoing: Outgoing) => void;
  onDiscard: (id: string) => void;
  /** Reports another user's message; absent if messages cannot be reported. */
  onReport?: ((message: ChatMessage) => void) | undefined;
}

/** The messages by day. Screen readers announce new messages, not the ones loaded from the past. */
export function MessageList({ room, messages, outbox, onRetry, onDiscard, onReport }: Props) {
  const first = useRef(messages[0]?.number ?? 0);
  const earlier = messages.filter(({ number }) => number < first.current);
  const recent = messages.filter(({ number }) => number >= first.current);
  return (
    <div className="flex flex-col gap-3">
      {earlier.length > 0 && (
        <div className="flex flex-col gap-3">
          <Said room={room} messages={earlier} onReport={onReport} />
        </div>
      )}
      <div role="log" aria-label={room.label} className="flex flex-col gap-3">
        <Said room={room} messages={recent} after={earlier.at(-1)} onReport={onReport} />
        {outbox.map((outgoing) => (
          <Waiting
            key={outgoing.client_id}
            room={room}
            outgoing={outgoing}
            onRetry={() => onRetry(outgoing)}
            onDiscard={() => onDiscard(outgoing.client_id)}
          />
        ))}
      </div>
    </div>
  );
}

interface SaidProps extends Pick<Props, 'room' | 'messages' | 'onReport'> {
  after?: ChatMessage | undefined;
}

function Said({ room, messages, after, onReport }: SaidProps) {
  let day = after ? lagosDay(after.created_at) : null;
  return messages.map((one) => {
    const before = day;
    day = lagosDay(one.created_at);
    return (
      <Fragment key={one.client_id ?? one.id}>
        {day !== before && <Day at={one.created_at} day={day} />}
        <div className={classes('flex max-w-full items-end gap-2', one.mine && 'justify-end')}>
          {room.cluster && !one.mine && <PersonDisc name={one.user.name} image={one.user.image} />}
          <Bubble mine={one.mine} author={one.user.name}>
            {one.removed ? <Removed /> : <Words text={one.message} />}
            <Attachments room={room} attachments={one.attachments} />
            <p className="figures text-end text-xs opacity-80">
              <time dateTime={one.created_at}>{timeWords(new Date(one.created_at))}</time>
              {one.mine && <span className="sr-only">, sent</span>}
            </p>
          </Bubble>
          {onReport && !one.mine && !one.removed && (
            <button
              type="button"
              aria-label={`Report the message of ${one.user.name}`}
              className="grid size-11 shrink-0 place-items-center self-center rounded-full text-muted hover:bg-sunken"
              onClick={() => onReport(one)}
            >
              <Flag aria-hidden className="size-4" />
            </button>
          )}
        </div>
      </Fragment>
    );
  });
}

function Day({ at, day }: { at: string; day: string }) {
  return (
    <p className="flex items-center gap-3 py-2 text-xs font-medium text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
      {day === lagosToday() ? 'Today' : fullDate(new Date(at))}
    </p>
  );
}

/** A message removed by the operator; its place stays. */
function Removed() {
  return (
    <p className="flex items-center gap-2 italic opacity-80">
      <MessageSquareOff aria-hidden className="size-4 shrink-0" />
      <span>This message was removed.</span>
    </p>
  );
}

interface WaitingProps {
  room: Room;
  outgoing: Outgoing;
  onRetry: () => void;
  onDiscard: () => void;
}

function Waiting({ room, outgoing, onRetry, onDiscard }: WaitingProps) {
  const failed = outgoing.status === 'failed';
  return (
    <Bubble mine author="You">
      <Words text={outgoing.message} />
      <Attachments room={room} attachments={outgoing.attachments} />
      <p className="flex items-center justify-end gap-1 text-xs opacity-80">
        {failed ? <CircleAlert aria-hidden className="size-4" /> : <Clock aria-hidden className="size-4" />}
        <span>{failed ? `${outgoing.reason}` : 'Sending'}</span>
      </p>
      {failed && (
        <div className="-me-2 -mb-2 flex flex-wrap justify-end gap-x-2">
          <button type="button" className={ACTION} onClick={onDiscard}>
            <Trash2 aria-hidden className="size-4" />
            <span>Remove</span>
          </button>
          <button type="button" className={ACTION} onClick={onRetry}>
            <RotateCcw aria-hidden className="size-4" />
            <span>Try again</span>
          </button>
        </div>
      )}
    </Bubble>
  );
}

function Bubble({ mine, author, children }: { mine: boolean; author: string; children: Elements }) {
  return (
    <article
      className={classes(
        'max-w-[85%] min-w-0 rounded-card px-4 py-3',
        mine
          ? 'self-end rounded-ee-md bg-accent text-on-accent'
          : 'self-start rounded-es-md bg-raised shadow-raised',
      )}
    >
      <p className={mine ? 'sr-only' : 'text-sm font-semibold'}>{mine ? 'You' : author}</p>
      {children}
    </article>
  );
}

/** Plain text in the writing direction of its script. */
function Words({ text }: { text: string }) {
  if (text === '') return null;
  return (
    <p dir="auto" className="whitespace-pre-wrap break-words [overflow-wrap:anywhere]">
      {text}
    </p>
  );
}
