import { CodeField } from '@/ui/code-field';

export const PIN_DIGITS = 4;

interface Props {
  value: string;
  disabled: boolean;
  /** Our own keypad is below: the phone's stays away. */
  hasKeypad: boolean;
  error: string | undefined;
  /** The payment was refused, whether for the PIN or for something else: the next try begins with the first digit. */
  isRefused: boolean;
  onChange: (value: string) => void;
  /** As many digits as a PIN has. */
  onWhole: (pin: string) => void;
}

/** Where a payment is authorised. */
export function PinField({ onWhole, ...field }: Props) {
  return (
    <CodeField
      label="Transaction PIN"
      length={PIN_DIGITS}
      unclear={`A PIN has ${PIN_DIGITS} digits.`}
      numeric
      hidden
      autoFocus
      onComplete={onWhole}
      {...field}
    />
  );
}
