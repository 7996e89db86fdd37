import { expect, it } from 'vitest';
import { namePartsOf } from './name-parts';

it.each([
  ['Tomiwa Alade', 'Tomiwa', 'Alade'],
  ['  Ada  Ngozi\u00A0Obi ', 'Ada', 'Ngozi Obi'],
  ['bayo', '', ''],
  ['', '', ''],
])('the parts of “%s” are “%s” and “%s”', (name, first_name, last_name) => {
  expect(namePartsOf(name)).toEqual({ first_name, last_name });
});
