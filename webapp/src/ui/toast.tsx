import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { classes } from '@/lib/classes';
import { useSwipe } from '@/lib/use-swipe';
import { Watched } from '@/lib/watched';

type Tone = 'success' | 'error' | 'info';

interface Item {
  id: number;
  tone: Tone;
  /** Shown above the text, if there is one. */
  title?: string;
  text: string;
}

/** (Document 1, section 9.) */
const SHOWN_MS = 5000;
const MOST = 3;

const items = new Watched<Item[]>([]);
let last = 0;

function show(tone: Tone, text: string, title?: string): void {
  last += 1;
  // Repeated text is shown once.
  const others = items.get().filter((item) => item.text !== text || item.title !== title);
  items.set([...others, { id: last, tone, text, ...(title && { title }) }].slice(-MOST));
}

const dismiss = (id: number): void => items.set(items.get().filter((item) => item.id !== id));

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
  /** A notice with a title and a sentence below it. */
  notice: (title: string, text: string) => show('info', text, title),
};

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };
const TONES = { success: 'text-positive', error: 'text-negative', info: 'text-accent-text' };

/**
 * Short messages. They are announced to screen readers, take no focus, and disappear after a while unless the user is
 * reading them. They appear at the bottom, where the page makes room for them, or above an open sheet.
 */
export function Toaster() {
  const shown = useSyncExternalStore(items.subscribe, items.get);
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const height = shown.length > 0 ? (place.current?.offsetHeight ?? 0) : 0;
    document.documentElement.style.setProperty('--toast-height', `${height}px`);
  }, [shown]);
  return (
    <div
      ref={place}
      role="status"
      aria-live="polite"
      className="toasts @container/page pointer-events-none fixed inset-x-0 z-50 mx-auto flex max-w-(--frame-width) flex-col gap-2 px-4"
    >
      {shown.map((item) => (
        <Toast key={item.id} item={item} />
      ))}
    </div>
  );
}

function Toast({ item: { id, tone, title, text } }: { item: Item }) {
  const [read, setRead] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const swiped = useSwipe(element, 'x', () => dismiss(id));
  useEffect(() => {
    if (read) return;
    const timer = setTimeout(() => dismiss(id), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [id, read]);
  const Icon = ICONS[tone];
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: swiping is one more way to close it; the button is the other
    <div
      ref={element}
      className="pointer-events-auto flex touch-pan-y animate-[rise_var(--motion)] flex-wrap items-start gap-x-3 rounded-control border border-line bg-overlay ps-4 text-sm shadow-overlay transition-[translate] duration-(--motion)"
      onPointerEnter={() => setRead(true)}
      onPointerLeave={() => setRead(false)}
      onFocus={() => setRead(true)}
      onBlur={() => setRead(false)}
      {...swiped}
    >
      <Icon aria-hidden className={classes('roomy mt-4 size-5 shrink-0', TONES[tone])} />
      <span className="min-w-0 grow basis-[min(100%,9rem)] py-3.5 break-words">
        {title && <span className="block font-semibold">{title}</span>}
        <span className="block">{text}</span>
      </span>
      <button
        type="button"
        aria-label="Dismiss"
        className="grid size-11 shrink-0 place-items-center self-center rounded-full text-muted"
        onClick={() => dismiss(id)}
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
