import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';

export const inputClasses = (wrong: boolean): string =>
  classes(
    'min-h-12 w-full rounded-control border bg-raised px-4 text-base text-text placeholder:text-muted',
    'transition-colors duration-150 [&[readonly]]:bg-sunken',
    wrong ? 'border-negative' : 'border-line-strong focus:border-accent-text',
  );

/** A suggested value to replace the invalid one. */
export interface Offer {
  value: string;
  take: () => void;
}

interface Around {
  label: string;
  hint?: string | Elements;
  error?: string | undefined;
  offer?: Offer | undefined;
}

interface Given {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

/** A label, the control, a hint and an error; `aria-describedby` links the control to both texts. */
export function Field({
  label,
  hint,
  error,
  offer,
  children,
}: Around & { children: (given: Given) => Elements }) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children({ id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p id={`${id}-hint`} className="text-xs text-muted">
          {hint}
        </p>
      )}
      <p
        id={`${id}-error`}
        aria-live="polite"
        className="text-xs font-medium text-negative first-letter:uppercase empty:hidden"
      >
        {error}
      </p>
      {error && offer && (
        <button
          type="button"
          className="min-h-11 self-start rounded-full px-3 text-sm font-semibold text-accent-text hover:bg-sunken"
          onClick={offer.take}
        >
          {`Use ${offer.value}`}
        </button>
      )}
    </div>
  );
}

export interface TextFieldProps extends Around, Omit<ComponentProps<'input'>, 'id'> {
  /** A sign before the text, such as a currency's. */
  start?: string;
  /** A button at the end of the field. */
  end?: Elements;
}

export function TextField({ label, hint, error, offer, start, end, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} offer={offer}>
      {(given) => (
        <div className="relative">
          {start && (
            <span
              aria-hidden
              className="pointer-events-none absolute inset-y-0 start-4 flex items-center text-xl font-semibold text-muted"
            >
              {start}
            </span>
          )}
          <input
            className={classes(
              inputClasses(Boolean(error)),
              start && 'ps-11',
              Boolean(end) && 'pe-14',
              className,
            )}
            {...given}
            {...rest}
          />
          {end && <div className="absolute inset-y-0 end-1 flex items-center">{end}</div>}
        </div>
      )}
    </Field>
  );
}

export interface Option {
  value: string;
  label: string;
}

interface SelectFieldProps extends Around, Omit<ComponentProps<'select'>, 'id'> {
  options: readonly Option[];
  /** Shown until a choice is made. */
  placeholder?: string;
  /** The mark of the chosen option. */
  mark?: Elements;
}

export function SelectField({
  label,
  hint,
  error,
  options,
  placeholder,
  mark,
  className,
  ...rest
}: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(given) => (
        <div className="relative">
          {mark && (
            <span className="roomy pointer-events-none absolute inset-y-0 start-3 flex items-center">
              {mark}
            </span>
          )}
          <select
            className={classes(
              inputClasses(Boolean(error)),
              'appearance-none truncate pe-10',
              Boolean(mark) && 'min-h-14 ps-15 font-semibold @max-[12.5rem]/page:ps-4',
              className,
            )}
            {...given}
            {...rest}
          >
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
          <ChevronDown
            aria-hidden
            className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-muted"
          />
        </div>
      )}
    </Field>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'id' | 'type'> {
  children: ReactNode;
  error?: string | undefined;
}

export function Checkbox({ children, error, ...rest }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          className="size-6 shrink-0 accent-(--brand-accent)"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? id : undefined}
          {...rest}
        />
        <span>{children}</span>
      </label>
      <p
        id={id}
        aria-live="polite"
        className="text-xs font-medium text-negative first-letter:uppercase empty:hidden"
      >
        {error}
      </p>
    </div>
  );
}

interface ConfirmRowProps extends CheckboxProps {
  /** The subject of the confirmation, in a few words. */
  title: string;
}

/** A tick box as wide as the form, with the statement that it confirms. */
export function ConfirmRow({ title, children, error, ...rest }: ConfirmRowProps) {
  const id = useId();
  return (
    <div>
      <div
        className={classes(
          'relative flex min-h-14 items-center gap-3 rounded-control border px-4 py-2',
          error ? 'border-negative' : 'border-line-strong',
        )}
      >
        <input
          id={id}
          type="checkbox"
          className="relative z-10 size-6 shrink-0 scroll-mb-28 accent-(--brand-accent)"
          aria-invalid={error ? true : undefined}
          aria-describedby={[`${id}-title`, error && `${id}-error`].filter(Boolean).join(' ')}
          {...rest}
        />
        <span className="min-w-0">
          <span id={`${id}-title`} className="block text-sm font-semibold wrap-anywhere">
            {title}
          </span>
          {/* The whole row can be tapped. */}
          <label htmlFor={id} className="block text-xs text-muted after:absolute after:inset-0">
            {children}
          </label>
        </span>
      </div>
      <p
        id={`${id}-error`}
        aria-live="polite"
        className="text-xs font-medium text-negative first-letter:uppercase empty:hidden"
      >
        {error}
      </p>
    </div>
  );
}
