import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { classes } from '@/lib/classes';
import { Watched } from '@/lib/watched';

type Tone = 'success' | 'error' | 'info';

interface Item {
  id: number;
  tone: Tone;
  /** Above the text, if there is one. */
  title?: string;
  text: string;
}

const SHOWN_MS = 5000;
const MOST = 3;
const items = new Watched<Item[]>([]);
let last = 0;

function show(tone: Tone, text: string, title?: string): void {
  last += 1;
  const id = last;
  // Repeated text is shown once.
  const others = items.get().filter((item) => item.text !== text || item.title !== title);
  items.set([...others, { id, tone, text, ...(title && { title }) }].slice(-MOST));
  setTimeout(() => items.set(items.get().filter((item) => item.id !== id)), SHOWN_MS);
}

export const toast = {
  success: (text: string) => show('success', text),
  error: (text: string) => show('error', text),
  info: (text: string) => show('info', text),
  /** A notice with a title and a sentence below it. */
  notice: (title: string, text: string) => show('info', text, title),
};

const ICONS = { success: CircleCheck, error: CircleAlert, info: Info };
const TONES = { success: 'text-positive', error: 'text-negative', info: 'text-accent-text' };

/** Short messages over the page. They are announced to screen readers, take no focus, and disappear by themselves. */
export function Toaster() {
  const shown = useSyncExternalStore(items.subscribe, items.get);
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-3 z-50 mx-auto flex max-w-(--frame-width) flex-col gap-2 px-4"
    >
      {shown.map((item) => {
        const Icon = ICONS[item.tone];
        return (
          <div
            key={item.id}
            className="flex animate-[rise_200ms] items-start gap-3 rounded-control border border-line bg-raised p-4 text-sm shadow-raised"
          >
            <Icon aria-hidden className={classes('mt-0.5 size-5 shrink-0', TONES[item.tone])} />
            <span className="min-w-0 break-words">
              {item.title && <span className="block font-semibold">{item.title}</span>}
              <span className="block">{item.text}</span>
            </span>
          </div>
        );
      })}
    </div>
  );
}
