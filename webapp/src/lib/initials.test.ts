import { expect, it } from 'vitest';
import { initialsOf } from './initials';

it.each([
  ['Umar Chidi', 'UC'],
  ['  ada   obi  nwosu ', 'AN'],
  ['Ṣọlá', 'Ṣ'],
  ['𝒳ena 𝒴ara', '𝒳𝒴'],
  ['Access Bank (Diamond)', 'AD'],
  ['9 Payment Service Bank', '9B'],
  ['', ''],
])('%j is %j', (name, initials) => expect(initialsOf(name)).toBe(initials));
