import { expect, test } from 'vitest';
import { directionOf } from './direction';

test('a change leads up or down, and what is shown as nothing leads nowhere', () => {
  expect(['1.2', '0.1', '10.0'].map(directionOf)).toEqual(['up', 'up', 'up']);
  expect(['-1.2', '-0.1'].map(directionOf)).toEqual(['down', 'down']);
  expect(['0.0', '-0.0', '0'].map(directionOf)).toEqual(['same', 'same', 'same']);
});
