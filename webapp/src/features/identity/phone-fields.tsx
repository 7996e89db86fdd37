import { useKept } from '@/lib/kept';
import { SelectField, TextField, type TextFieldProps } from '@/ui/field';

/** (Document 1, section 9.) */
const DIAL_CODES = [
  { value: '+234', label: '+234 Nigeria' },
  { value: '+233', label: '+233 Ghana' },
  { value: '+235', label: '+235 Chad' },
];

/** Country and number. The number is entered in national format, so the country code is not sent. */
export function PhoneFields(props: Omit<TextFieldProps, 'label'>) {
  const [dialCode, setDialCode] = useKept('phone', 'dial-code', '+234');
  return (
    <div className="flex flex-col gap-4">
      <SelectField
        label="Country"
        autoComplete="tel-country-code"
        options={DIAL_CODES}
        value={dialCode}
        onChange={(event) => setDialCode(event.target.value)}
      />
      <TextField
        label="Phone"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        hint="Eleven digits, such as 08031234567"
        {...props}
      />
    </div>
  );
}
