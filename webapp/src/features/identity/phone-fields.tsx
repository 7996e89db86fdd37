import { ChevronDown } from 'lucide-react';
import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, inputClasses } from '@/ui/field';

/** (Document 1, section 9.) */
export const COUNTRIES = [
  { value: '+234', label: '+234 Nigeria', hint: 'Eleven digits, such as 08031234567' },
  { value: '+233', label: '+233 Ghana', hint: 'Nine digits, such as 241234567' },
  { value: '+235', label: '+235 Chad', hint: 'Eight digits, such as 66123456' },
];

export const FIRST_DIAL_CODE = '+234';

type PhoneField = 'dial_code' | 'phone';

interface Props {
  /** Any form with these two fields. */
  form: {
    register: {
      (field: 'dial_code', how: { onChange: () => void }): UseFormRegisterReturn;
      (field: 'phone'): UseFormRegisterReturn;
    };
    errorOf: (field: PhoneField) => string | undefined;
    watch: (field: 'dial_code') => string;
    trigger: (field: 'phone') => Promise<boolean>;
    getFieldState: (field: 'phone') => { isTouched: boolean };
  };
}

/** The number in national format, and inside its field the dial code of the country. */
export function PhoneFields({ form }: Props) {
  const country = useId();
  const chosen = form.watch('dial_code');
  const error = form.errorOf('phone') ?? form.errorOf('dial_code');
  return (
    <Field label="Phone" hint={COUNTRIES.find(({ value }) => value === chosen)?.hint} error={error}>
      {(given) => (
        <div className="relative">
          <input
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            className={`${inputClasses(Boolean(error))} ps-25`}
            {...given}
            {...form.register('phone')}
          />
          <div className="absolute inset-y-0 start-0 flex w-22 items-center gap-1 rounded-control ps-4 has-focus-visible:outline-2 has-focus-visible:outline-accent-text">
            <bdi aria-hidden className="figures grow">
              {chosen}
            </bdi>
            <ChevronDown aria-hidden className="size-4 shrink-0 text-muted" />
            <label htmlFor={country} className="sr-only">
              Country
            </label>
            {/* Over the code, which is all that is shown of it. */}
            <select
              id={country}
              autoComplete="tel-country-code"
              className="absolute inset-0 w-full cursor-pointer text-base opacity-0"
              {...form.register('dial_code', {
                // The length depends on the country.
                onChange: () => {
                  const isJudged =
                    form.errorOf('phone') !== undefined || form.getFieldState('phone').isTouched;
                  if (isJudged) void form.trigger('phone');
                },
              })}
            >
              {COUNTRIES.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        </div>
      )}
    </Field>
  );
}
