import { Paperclip, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { evaluate } from '@/engine';
import { keepUnsent, unsentOf } from '@/lib/unsent';
import { wellFormed } from '@/lib/well-formed';
import { DraftList } from './draft-list';
import { type Attachment, useDrafts } from './drafts';
import type { Room } from './room';

interface Props {
  room: Room;
  onSend: (id: string, text: string, attachments: Attachment[]) => void;
}

/** Shown if the user sends a message whose files are not uploaded yet. */
const WAITING = {
  upload: 'Your files are still uploading. Send the message when they are ready.',
  retry: 'A file was not sent. Remove it, or add it again.',
};

/** The message field. Enter sends, Shift+Enter starts a new line. */
export function Composer({ room, onSend }: Props) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  // Kept when the user leaves the page and returns, or reloads it.
  const [text, show] = useState(() => unsentOf(room.channel, 'text', ''));
  const setText = (next: string) => {
    show(next);
    keepUnsent(room.channel, 'text', next);
  };
  const { drafts, add, remove, clear, waitsFor, attachments } = useDrafts(room);
  const [pressed, setPressed] = useState(false);
  // Grows with the text, up to a limit in the style sheet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useEffect(() => {
    const area = field.current;
    if (!area) return;
    area.style.height = 'auto';
    area.style.height = `${area.scrollHeight + 2}px`;
  }, [text]);

  // The client-generated key: a message sent twice is stored once.
  const [name, setName] = useState(() => crypto.randomUUID());
  const values = { client_id: name, message: text, attachments: attachments.map(({ id: file }) => file) };
  const { valid, violations } = evaluate('form.chat_message', { values });
  /** The violation of the text; an empty field has none. */
  const problem = violations.find(({ code }) => code !== 'required')?.message;
  const send = () => {
    setPressed(true);
    if (waitsFor || !valid) return;
    setPressed(false);
    onSend(name, text, attachments);
    setName(crypto.randomUUID());
    setText('');
    clear();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // During composition (IME), Enter completes the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <DraftList drafts={drafts} onRemove={remove} />
      <p role="status" id={`${id}-problem`} className="text-sm font-medium text-negative">
        {problem ?? (pressed && waitsFor && WAITING[waitsFor])}
      </p>
      <div className="flex items-end gap-2">
        <label className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-control hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text">
          <Paperclip aria-hidden className="size-5" />
          <span className="sr-only">Attach a file</span>
          <input
            type="file"
            multiple
            accept=".jpeg,.jpg,.png,.gif,.bmp,.pdf"
            className="sr-only"
            onChange={(event) => {
              add(event.target.files ?? []);
              event.target.value = '';
            }}
          />
        </label>
        <label htmlFor={id} className="sr-only">
          Message
        </label>
        <textarea
          id={id}
          ref={field}
          rows={1}
          dir="auto"
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-problem`}
          value={text}
          placeholder="Write a message"
          enterKeyHint="send"
          className="field-sizing-content max-h-40 min-h-12 min-w-0 grow resize-none rounded-control border border-line-strong bg-raised px-4 py-[0.7rem] text-base placeholder:text-muted focus:border-accent-text"
          onChange={(event) => setText(wellFormed(event.target.value))}
          onKeyDown={onKeyDown}
        />
        <button
          type="submit"
          aria-label="Send"
          className="grid size-12 shrink-0 place-items-center rounded-control bg-accent text-on-accent hover:brightness-110"
        >
          <SendHorizontal aria-hidden className="size-5 rtl:rotate-180" />
        </button>
      </div>
    </form>
  );
}
