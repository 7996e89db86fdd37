import { type ComponentProps, type ReactNode, type RefObject, useId, useLayoutEffect } from 'react';
import { useKeypad } from '@/lib/touch';
import { pressKey } from '@/lib/typing';
import { Keypad } from './keypad';

interface Props extends Omit<ComponentProps<'input'>, 'id' | 'size'> {
  label: string;
  /** The field, for its keypad. */
  input: RefObject<HTMLInputElement | null>;
  /** The currency's sign, which stays in place. */
  sign: string;
  /** Under the figure: its price, or the reason why there is none. */
  price: ReactNode;
  /** The form's error for the amount; it replaces the price. */
  error: string | undefined;
}

/** An amount, large and in the middle, with the line under it. */
export function MoneyFigure({ label, input, sign, price, error, ref, ...field }: Props) {
  const id = useId();
  const hasKeypad = useKeypad();
  // A long amount is set smaller, so that all of it can be read; one that is longer still scrolls.
  useLayoutEffect(() => {
    input.current?.style.setProperty('--letters', String(input.current.value.length));
  });
  return (
    <div className="flex flex-col items-center gap-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <div
        dir="ltr"
        className="@container flex w-full items-baseline justify-center gap-1 border-b-2 border-transparent focus-within:border-line-strong"
      >
        <span aria-hidden className="text-xl font-semibold text-muted">
          {sign}
        </span>
        <input
          {...field}
          id={id}
          ref={(element) => {
            input.current = element;
            if (typeof ref === 'function') ref(element);
          }}
          data-amount
          className="figures field-sizing-content max-w-full scroll-mt-4 scroll-mb-10 min-w-[1ch] bg-transparent text-[max(1rem,16px,min(clamp(1.75rem,11vw,2.75rem),calc(85cqi/(var(--letters,1)*0.62))))] leading-tight font-bold outline-none"
          inputMode={hasKeypad ? 'none' : 'decimal'}
          autoComplete="off"
          placeholder="0"
          // biome-ignore lint/a11y/noAutofocus: the one thing to do at this stage, which took the focus from the one before
          autoFocus
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-line`}
        />
      </div>
      <p
        id={`${id}-line`}
        aria-live="polite"
        className={
          error
            ? 'min-h-6 text-center text-sm font-medium text-negative first-letter:uppercase'
            : 'figures min-h-6 text-center text-sm text-muted first-letter:uppercase'
        }
      >
        {error ?? price}
      </p>
    </div>
  );
}

/** The keypad for the figure on touch screens. */
export function FigureKeypad({ input }: Pick<Props, 'input'>) {
  const press = (key: string | null) => {
    if (!input.current) return;
    pressKey(input.current, key);
    // The rest of the form may be in view, but not the typed amount.
    input.current.scrollIntoView({ block: 'nearest' });
  };
  if (!useKeypad()) return null;
  return <Keypad label="Keypad" decimal onKey={press} onDelete={() => press(null)} />;
}
