import { usePreparedForm } from '@/engine/use-prepared-form';
import { CodeField } from '@/ui/code-field';

const PIN_DIGITS = 4;

interface Props {
  value: string;
  disabled: boolean;
  error: string | undefined;
  onChange: (value: string) => void;
  /** The PIN is complete. */
  onWhole: (pin: string) => void;
}

/** Where a payment is authorised. */
export function PinField({ onWhole, ...field }: Props) {
  const form = usePreparedForm('transaction_pin', {});
  return (
    <CodeField
      label="Transaction PIN"
      length={PIN_DIGITS}
      numeric
      hidden
      autoFocus
      onComplete={(typed) => {
        if (form.fieldError('pin', typed) === null) onWhole(typed);
      }}
      {...field}
    />
  );
}
