import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { classes } from '@/lib/classes';
import { fittingNumber } from './cleaned';

interface Props {
  label: string;
  length: number;
  value: string;
  onChange: (value: string) => void;
  /** Called once for each complete value. */
  onComplete?: (value: string) => void;
  /** Interprets a typed or pasted text; null if it is unclear, and then nothing is entered. */
  read?: (typed: string) => string | null;
  /** The message for an unclear text. */
  unclear: string;
  /** Digits only, such as a PIN: phones show a numeric keypad. */
  numeric?: boolean;
  hidden?: boolean;
  /** The app's keypad enters the characters: the phone's keyboard stays hidden. */
  hasKeypad?: boolean;
  autoComplete?: 'one-time-code' | 'off';
  error?: string | undefined;
  /** Whether the value was refused, for its own or another reason: it is entered again. */
  isRefused?: boolean;
  disabled?: boolean;
  autoFocus?: boolean;
}

/** One box per character: typing advances, backspace goes back, pasting fills all of them. */
export function CodeField(props: Props) {
  const { label, length, value, onChange, onComplete, numeric, hidden, disabled } = props;
  const [isUnclear, setUnclear] = useState(false);
  const error = isUnclear ? props.unclear : props.error;
  const isAgain = Boolean(error) || props.isRefused;
  const boxes = useRef<(HTMLInputElement | null)[]>([]);
  const characters = Array.from({ length }, (_, index) => value[index] ?? '');

  const focus = (index: number) => boxes.current[Math.max(0, Math.min(index, length - 1))]?.focus();

  // While a code is being checked, its boxes are locked and lose the focus. Before the next try the first box gets it
  // back.
  const wasDisabled = useRef(false);
  useEffect(() => {
    if (wasDisabled.current && !disabled && isAgain) boxes.current[0]?.focus();
    wasDisabled.current = disabled ?? false;
  }, [disabled, isAgain]);

  const change = (next: string, at: number) => {
    const full = [...next].slice(0, length).join('');
    onChange(full);
    focus(at);
    if ([...full].length === length && full !== value) onComplete?.(full);
  };

  const type = (index: number, typed: string) => {
    const read = props.read ?? ((text) => fittingNumber(text, length));
    // A keyboard suggestion or autofill inserts several characters at once.
    const meant = read(typed);
    setUnclear(meant === null);
    if (meant === null) return;
    const fresh = [...meant];
    const at = Math.min(index, value.length);
    change(value.slice(0, at) + fresh.join('') + value.slice(at + fresh.length), at + fresh.length);
  };

  const press = (index: number, event: KeyboardEvent) => {
    const back = event.key === 'Backspace' || event.key === 'Delete';
    if (back) {
      event.preventDefault();
      const at = characters[index] ? index : index - 1;
      if (at >= 0) change(value.slice(0, at) + value.slice(at + 1), at);
    }
    if (event.key === 'ArrowLeft') focus(index - 1);
    if (event.key === 'ArrowRight') focus(index + 1);
  };

  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    type(0, event.clipboardData.getData('text'));
  };

  return (
    <fieldset className="flex flex-col gap-2" disabled={disabled} aria-invalid={error ? true : undefined}>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className="flex gap-[min(0.5rem,1.2vw)]" dir="ltr">
        {characters.map((character, index) => (
          <input
            // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
            key={index}
            ref={(box) => {
              boxes.current[index] = box;
            }}
            className={classes(
              'figures h-14 w-full min-w-0 rounded-control border bg-raised text-center text-xl font-semibold',
              error ? 'border-negative' : 'border-line-strong focus:border-accent-text',
            )}
            type={hidden ? 'password' : 'text'}
            inputMode={props.hasKeypad ? 'none' : numeric ? 'numeric' : 'text'}
            autoCapitalize="none"
            autoComplete={index === 0 ? (props.autoComplete ?? 'off') : 'off'}
            // biome-ignore lint/a11y/noAutofocus: the one thing to do on this page
            autoFocus={props.autoFocus && index === 0}
            aria-label={`${label}, character ${index + 1} of ${length}`}
            value={character}
            onChange={(event) => {
              const text = event.target.value;
              type(index, character && text.startsWith(character) ? text.slice(1) : text);
            }}
            onKeyDown={(event) => press(index, event)}
            onPaste={paste}
            onFocus={(event) => event.target.select()}
          />
        ))}
      </div>
      <p role="alert" className="text-xs font-medium text-negative first-letter:uppercase empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}
