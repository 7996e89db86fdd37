import type { Page } from 'playwright-core';
import { press } from '../../screens/entry';
import { sheet } from '../../screens/wallet';
import type { Field, Values, Visit } from '../form';
import { oddPassword, password } from '../passwords';
import type { Random } from '../random';
import { around, rewritten } from '../texts';

/** Parts shared by several forms. */

export async function openSettings(page: Page, entry: string, place = 'security'): Promise<void> {
  await page.goto(`/settings/${place}`);
  await press(page, entry);
  await sheet(page).waitFor();
}

/** A text whose boundary values are valid ones written differently, and lengths near the limits. */
export const text = (label: string, valid: (random: Random) => string, ...limits: number[]): Field => ({
  label,
  valid,
  boundary: (random) =>
    limits.length > 0 && random.chance(70) ? around(random, limits) : rewritten(random, valid(random)),
});

export const newPassword = (label: string): Field => ({
  label,
  valid: password,
  boundary: (random, { visitor }, before) => oddPassword(random, [...visitor.words, ...typedWords(before)]),
});

/** The personal words typed before the password. */
const typedWords = ({ name, email }: Values): string[] =>
  [name, email].filter((word) => typeof word === 'string');

/** A repetition of another field. */
export const again = (label: string, field: string): Field => ({
  label,
  valid: (_random, _visit, before) => before[field] ?? '',
  boundary: (random, _visit, before) => rewritten(random, String(before[field] ?? '')),
});

export const chosen = (label: string, options: readonly string[]): Field => ({
  label,
  valid: (random) => random.pick(options),
  boundary: () => '',
});

export const box = (label: string): Field => ({ label, valid: () => true, boundary: () => false });

/** Passwords that the brand, the name and the address make easy to guess. */
export const easyPasswords = ({ visitor }: Visit): string[] =>
  visitor.words.flatMap((word) => {
    const [first = word] = word.split(/[\s@.]/);
    const plain = first.slice(0, 1).toUpperCase() + first.slice(1);
    return [`${plain}2024!`, `${plain.toLowerCase()}123!A`];
  });
