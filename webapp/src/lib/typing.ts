import type { ChangeEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** A field's text after an edit, and the position of its caret. */
export interface Shown {
  text: string;
  caret: number;
}

export interface Edited extends Shown {
  /** Whether the text came at once: pasted, or filled in. */
  whole: boolean;
  /** The previous text. */
  before: string;
}

const ONE_KEY = /^(delete|insertText|insertCompositionText|historyU|historyR)/;

function isWhole({ nativeEvent }: ChangeEvent): boolean {
  const { inputType = '', data = null } = nativeEvent as InputEvent;
  return !ONE_KEY.test(inputType) || (inputType === 'insertText' && (data?.length ?? 0) > 1);
}

/** The last text of each field. */
const last = new WeakMap<HTMLInputElement, string>();

/** Rewrites a field's text as it is typed, before the change event reaches the form. */
export function rewrite(event: ChangeEvent<HTMLInputElement>, shape: (edited: Edited) => Shown): void {
  const input = event.target;
  const text = input.value;
  const caret = input.selectionStart ?? text.length;
  const before = last.get(input) ?? '';
  let shown = shape({ text, caret, whole: isWhole(event), before });
  const isBackspace = (event.nativeEvent as InputEvent).inputType === 'deleteContentBackward';
  if (isBackspace && caret > 0 && shown.text === before) {
    // A separator was deleted and is restored: delete the character before it instead.
    const rest = text.slice(0, caret - 1) + text.slice(caret);
    shown = shape({ text: rest, caret: caret - 1, whole: false, before });
  }
  last.set(input, shown.text);
  if (shown.text === text) return;
  input.value = shown.text;
  input.setSelectionRange(shown.caret, shown.caret);
}

/** Rewrites the field's text, and passes the result to the form. `pasted`: used after a change at once. */
export function rewriting<F extends Pick<UseFormRegisterReturn, 'onChange'>>(
  field: F,
  shape: (edited: Edited) => Shown,
  pasted?: () => unknown,
): F {
  return {
    ...field,
    onChange: async (event: ChangeEvent<HTMLInputElement>) => {
      const whole = isWhole(event);
      rewrite(event, shape);
      await field.onChange(event);
      if (whole) pasted?.();
    },
  };
}

/** Edits a field as a key would: at its caret, or over the selection. */
export function pressKey(input: HTMLInputElement, key: string | null): void {
  const { value } = input;
  let from = input.selectionStart ?? value.length;
  const to = input.selectionEnd ?? value.length;
  if (key === null && from === to) from = Math.max(0, from - 1);
  input.setRangeText(key ?? '', from, to, 'end');
  const inputType = key === null ? 'deleteContentBackward' : 'insertText';
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: key }));
}
