import type { ChangeEvent } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';

/** What a field shows after an edit, and where its caret stands. */
export interface Shown {
  text: string;
  caret: number;
}

export interface Edited extends Shown {
  /** The text came at once: pasted, or filled in. */
  whole: boolean;
  /** What the field showed before. */
  before: string;
}

const ONE_KEY = /^(delete|insertText|insertCompositionText|historyU|historyR)/;

function isWhole({ nativeEvent }: ChangeEvent): boolean {
  const { inputType = '', data = null } = nativeEvent as InputEvent;
  return !ONE_KEY.test(inputType) || (inputType === 'insertText' && (data?.length ?? 0) > 1);
}

/** What each field showed last. */
const last = new WeakMap<HTMLInputElement, string>();

/** Rewrites a field's text as it is typed, before anybody hears of the change. */
export function rewrite(event: ChangeEvent<HTMLInputElement>, shape: (edited: Edited) => Shown): void {
  const input = event.target;
  const text = input.value;
  const caret = input.selectionStart ?? text.length;
  const before = last.get(input) ?? '';
  let shown = shape({ text, caret, whole: isWhole(event), before });
  const isBackspace = (event.nativeEvent as InputEvent).inputType === 'deleteContentBackward';
  if (isBackspace && caret > 0 && shown.text === before) {
    // A separator was deleted, and is there again: the character before it was meant.
    const rest = text.slice(0, caret - 1) + text.slice(caret);
    shown = shape({ text: rest, caret: caret - 1, whole: false, before });
  }
  last.set(input, shown.text);
  if (shown.text === text) return;
  input.value = shown.text;
  input.setSelectionRange(shown.caret, shown.caret);
}

/** The field rewrites what is typed, and the form hears of the result. `pasted`: after a change at once. */
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

/** Edits a field as a key would: at its caret, or over what is selected. */
export function pressKey(input: HTMLInputElement, key: string | null): void {
  const { value } = input;
  let from = input.selectionStart ?? value.length;
  const to = input.selectionEnd ?? value.length;
  if (key === null && from === to) from = Math.max(0, from - 1);
  input.setRangeText(key ?? '', from, to, 'end');
  const inputType = key === null ? 'deleteContentBackward' : 'insertText';
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data: key }));
}
