import { useState } from 'react';
import { readStored, tab } from './storage';

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
  if (flow === '') typed.clear();
}

/** Called when the form was sent: its values stay for the way back, but no longer over a reload. */
export const forgetOverReloads = (form: string): void => tab.store(inTab(form), null);

/** Fields that are typed anew after a reload. */
const SECRETS = [
  'password',
  'old_password',
  'new_password',
  'confirm_password',
  'pin',
  'old_pin',
  'confirm_pin',
  'code',
  'token',
  'api_key',
  'api_secret',
  'number',
  'bvn',
];

const OVER_UPDATE = 'typed before the update';

interface OverUpdate {
  /** The user; null without a session. */
  of: string | null;
  path: string;
  kept: [string, Record<string, unknown>][];
  forms: [string, Record<string, unknown>][];
}

/** The open forms, and their values. */
const open = new Map<string, () => Record<string, unknown>>();

/** Values of the forms that were open before the reload that brought a newer version. */
const typed = new Map<string, Record<string, unknown>>();

const withoutSecrets = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).filter(([field]) => !SECRETS.includes(field)));

/** Keeps what is typed on this page over the reload that brings a newer version. */
export function keepOverUpdate(): void {
  const forms = [...open].map(([form, values]): [string, Record<string, unknown>] => [
    form,
    withoutSecrets(values()),
  ]);
  const all: OverUpdate = { of: readStored('uuid'), path: location.pathname, kept: [...kept], forms };
  tab.store(OVER_UPDATE, JSON.stringify(all));
}

/** Takes what a user has typed before that reload, once; null without a session. */
export function takeOverUpdate(user: string | null): void {
  const stored = tab.read(OVER_UPDATE);
  if (stored === null) return;
  const { of, path, kept: before = [], forms = [] } = parsed(stored) as Partial<OverUpdate>;
  // The session is restored later.
  if (user === null && of) return;
  tab.store(OVER_UPDATE, null);
  if (of !== user) return;
  for (const [form, values] of before) kept.set(form, values);
  if (path !== location.pathname) return;
  for (const [form, values] of forms) typed.set(form, values);
}

/** The values that were typed into a form before that reload. */
export const typedBefore = (form: string): Record<string, unknown> => typed.get(form) ?? {};

/** Notes that a form is open; the result is called when it closes. */
export function openForm(form: string, values: () => Record<string, unknown>): () => void {
  open.set(form, values);
  typed.delete(form);
  return () => {
    if (open.get(form) === values) open.delete(form);
  };
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
