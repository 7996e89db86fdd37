import { Delete } from 'lucide-react';
import { useRef } from 'react';

interface Props {
  label: string;
  /** With a point, for amounts. */
  decimal?: boolean;
  disabled?: boolean;
  onKey: (key: string) => void;
  onDelete: () => void;
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
// On a short phone the keys are lower, so that what they type stays in view; 44 px are left for a thumb.
const KEY =
  'figures grid h-[clamp(44px,7.5dvh,3.5rem)] place-items-center rounded-control text-xl font-semibold hover:bg-sunken active:bg-sunken disabled:opacity-50';

/** Twelve keys for a thumb. They take no focus: the caret stays where it is. */
export function Keypad({ label, decimal, disabled, onKey, onDelete }: Props) {
  const isFresh = useRef(true);
  const key = (character: string) => (
    <button
      key={character}
      type="button"
      className={KEY}
      disabled={disabled}
      aria-label={character === '.' ? 'point' : character}
      onPointerDown={(event) => event.preventDefault()}
      onClick={({ detail }) => {
        // The second tap of a double tap, whose first one opened the keypad.
        if (isFresh.current && detail > 1) return;
        isFresh.current = false;
        navigator.vibrate?.(8);
        onKey(character);
      }}
    >
      {character}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would name its fields
    <div role="group" aria-label={label} data-keypad dir="ltr" className="grid grid-cols-3 gap-1">
      {DIGITS.map(key)}
      {decimal ? key('.') : <span />}
      {key('0')}
      <button
        type="button"
        className={KEY}
        disabled={disabled}
        aria-label="delete"
        onPointerDown={(event) => event.preventDefault()}
        onClick={onDelete}
      >
        <Delete aria-hidden className="size-6" />
      </button>
    </div>
  );
}
