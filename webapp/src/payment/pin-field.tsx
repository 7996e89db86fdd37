import { CodeField } from '@/ui/code-field';

export const PIN_DIGITS = 4;

interface Props {
  value: string;
  disabled: boolean;
  /** Whether the app's keypad is shown below: the phone's stays hidden. */
  hasKeypad: boolean;
  error: string | undefined;
  /** Whether the payment was refused, for the PIN or another reason: the next try begins with the first digit. */
  isRefused: boolean;
  onChange: (value: string) => void;
  /** Called once the PIN has all its digits. */
  onWhole: (pin: string) => void;
}

/** The PIN field that authorises a payment. */
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
