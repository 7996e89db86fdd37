import { useState } from 'react';

/**
 * What was typed on a page or step, for when the user returns to it. It stays in memory until somebody signs in or out,
 * and never holds a password, a PIN, a code or a national number.
 */
const kept = new Map<string, Record<string, unknown>>();

export const keptOf = (form: string): Record<string, unknown> => kept.get(form) ?? {};

export function keep(form: string, values: Record<string, unknown>): void {
  kept.set(form, { ...keptOf(form), ...values });
}

/** Forgets everything, or what belongs to one flow: the forms whose names begin with its name. */
export function forgetKept(flow = ''): void {
  for (const form of [...kept.keys()]) if (form.startsWith(flow)) kept.delete(form);
}

/** State that outlives the screen. */
export function useKept<T>(form: string, name: string, first: T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => (keptOf(form)[name] as T | undefined) ?? first);
  return [
    value,
    (next) => {
      keep(form, { [name]: next });
      setValue(next);
    },
  ];
}
