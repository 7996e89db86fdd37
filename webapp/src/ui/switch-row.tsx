import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { classes } from '@/lib/classes';
import { IconDisc } from './icon-disc';

interface Props {
  icon: LucideIcon;
  label: string;
  on: boolean;
  onSwitch: () => void;
  busy?: boolean;
  disabled?: boolean;
  /** A note about the setting, announced as it changes. */
  note?: string | null;
}

/** A setting that is on or off, and takes effect at once. */
export function SwitchRow({ icon, label, on, onSwitch, busy = false, disabled = false, note = null }: Props) {
  const noteId = useId();
  return (
    <div>
      <button
        type="button"
        role="switch"
        aria-checked={on}
        aria-describedby={note ? noteId : undefined}
        aria-busy={busy || undefined}
        disabled={disabled || busy}
        className="flex min-h-14 w-full flex-wrap items-center gap-x-3 text-start font-medium disabled:cursor-not-allowed"
        onClick={onSwitch}
      >
        <IconDisc icon={icon} />
        <span className="min-w-min grow basis-0">{label}</span>
        <span
          aria-hidden
          className={classes(
            'ms-auto flex h-7 w-12 shrink-0 items-center rounded-full border p-0.5 transition duration-150',
            on ? 'justify-end border-accent bg-accent' : 'border-muted bg-sunken',
          )}
        >
          <span className={classes('drawn size-5 rounded-full', on ? 'bg-on-accent' : 'bg-muted')} />
        </span>
      </button>
      {note && (
        <p id={noteId} role="status" className="ps-13 pb-2 text-sm text-muted">
          {note}
        </p>
      )}
    </div>
  );
}
