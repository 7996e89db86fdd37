import type { UseFormRegisterReturn } from 'react-hook-form';
import { evaluate } from '@/engine/entry';
import { rewriting } from '@/lib/typing';

/** A number or a code without blanks, dashes and invisible characters, in the digits 0 to 9. */
export const cleanNumber = (text: string): string => evaluate('number.clean', { text, length: null }).text;

/** A cleaned number that fits into the given number of boxes; null if it does not. */
export function fittingNumber(text: string, length: number): string | null {
  const clean = evaluate('number.clean', { text, length });
  return clean.fits ? clean.text : null;
}

/** Cleans a number or a code as it is typed or pasted. `pasted`: used after a change at once. */
export const cleaned = <F extends Pick<UseFormRegisterReturn, 'onChange'>>(
  field: F,
  pasted?: () => unknown,
): F =>
  rewriting(
    field,
    ({ text, caret }) => ({ text: cleanNumber(text), caret: cleanNumber(text.slice(0, caret)).length }),
    pasted,
  );
