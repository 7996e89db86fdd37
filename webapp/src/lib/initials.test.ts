import { expect, it } from 'vitest';
import { initialsOf } from './initials';

it.each([
  ['Umar Chidi', 'UC'],
  ['  ada   obi  nwosu ', 'AN'],
  ['Ṣọlá', 'Ṣ'],
  ['𝒳ena 𝒴ara', '𝒳𝒴'],
  ['', ''],
])('%j is %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
