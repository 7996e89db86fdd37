import { useState } from 'react';
import { tab } from './storage';

/**
 * Values typed on a page or step, for the user's return to it. They stay in memory until a user signs in or out, and
 * never include a password, a PIN, a code or a national number.
 */
const kept = new Map<string, Record<string, unknown>>();

/** Long forms before the sign-in, also kept over a reload, for this tab. They contain only the user's own data. */
const OVER_RELOADS = ['register'];

const inTab = (form: string): string => `typed ${form}`;

export function keptOf(form: string): Record<string, unknown> {
  const known = kept.get(form);
  if (known) return known;
  const stored = OVER_RELOADS.includes(form) ? tab.read(inTab(form)) : null;
  const read = stored === null ? {} : parsed(stored);
  kept.set(form, read);
  return read;
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

export function keep(form: string, values: Record<string, unknown>): void {
  const all = { ...keptOf(form), ...values };
  kept.set(form, all);
  if (OVER_RELOADS.includes(form)) tab.store(inTab(form), JSON.stringify(all));
}

/** Forgets all values, or those of one flow: the forms whose names begin with its name. */
export function forgetKept(flow = ''): void {
  for (const form of [...kept.keys()]) if (form.startsWith(flow)) kept.delete(form);
  for (const form of OVER_RELOADS) if (form.startsWith(flow)) tab.store(inTab(form), null);
}

/** Called when the form was sent: its values stay for the way back, but no longer over a reload. */
export const forgetOverReloads = (form: string): void => tab.store(inTab(form), null);

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
