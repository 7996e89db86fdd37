import { Lightbulb, X } from 'lucide-react';
import { useTip } from './tips';

interface Props {
  name: string;
  /** The thing that it is about. */
  title: string;
  children: string;
}

/** A caption beside the thing that it explains, until it is closed. The settings can show all of them again. */
export function Tip({ name, title, children }: Props) {
  const { isOpen, close } = useTip(name);
  if (!isOpen) return null;
  return (
    <div
      role="note"
      aria-label={title}
      className="flex items-start gap-3 rounded-control bg-sunken ps-4 text-sm"
    >
      <Lightbulb aria-hidden className="roomy mt-3 size-5 shrink-0 text-accent-text" />
      <p className="min-w-0 grow py-3">{children}</p>
      <button
        type="button"
        aria-label={`Close tip: ${title}`}
        className="grid size-11 shrink-0 place-items-center rounded-full text-muted hover:text-text"
        onClick={close}
      >
        <X aria-hidden className="size-5" />
      </button>
    </div>
  );
}
