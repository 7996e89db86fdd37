import type { ComponentProps } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { classes } from '@/lib/classes';
import { cleaned } from './cleaned';
import { Field } from './field';

interface Props
  extends Omit<ComponentProps<'input'>, 'id' | 'type' | 'onChange'>,
    Pick<UseFormRegisterReturn, 'onChange'> {
  label: string;
  error?: string | undefined;
  /** The number of digits. */
  length: number;
  /** The field's value, for the boxes. */
  typed: string;
}

/**
 * A PIN in a form: one field, drawn as a box for each digit, including an extra one. If the last digit submits it, use
 * `CodeField`.
 */
export function PinBoxes({ label, error, length, typed, ...field }: Props) {
  return (
    <Field label={label} error={error}>
      {(given) => (
        <div className="relative rounded-control focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-accent-text">
          <div aria-hidden dir="ltr" className="flex gap-[min(0.5rem,1.2vw)]">
            {Array.from({ length: Math.max(length, typed.length) }, (_, index) => (
              <span
                // biome-ignore lint/suspicious/noArrayIndexKey: a box is its place
                key={index}
                className={classes(
                  'grid h-14 w-full min-w-0 place-items-center rounded-control border bg-raised',
                  error ? 'border-negative' : 'border-line-strong',
                )}
              >
                {index < typed.length && <span className="drawn size-3 rounded-full bg-text" />}
              </span>
            ))}
          </div>
          <input
            type="password"
            inputMode="numeric"
            autoComplete="off"
            className="absolute inset-0 w-full opacity-0"
            {...given}
            {...cleaned(field)}
          />
        </div>
      )}
    </Field>
  );
}
