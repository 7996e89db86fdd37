import type { UseFormRegisterReturn } from 'react-hook-form';
import { SelectField, TextField } from '@/ui/field';

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

/** A country's dial code, and the number in national format. */
export function PhoneFields({ form }: Props) {
  const chosen = form.watch('dial_code');
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Country"
        autoComplete="tel-country-code"
        options={COUNTRIES}
        error={form.errorOf('dial_code')}
        {...form.register('dial_code', {
          // The length depends on the country.
          onChange: () => {
            const isJudged = form.errorOf('phone') !== undefined || form.getFieldState('phone').isTouched;
            if (isJudged) void form.trigger('phone');
          },
        })}
      />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        hint={COUNTRIES.find(({ value }) => value === chosen)?.hint}
        error={form.errorOf('phone')}
        {...form.register('phone')}
      />
    </div>
  );
}
