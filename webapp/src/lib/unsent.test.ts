import { beforeEach, expect, test } from 'vitest';
import { forgetUnsent, keepUnsent, unsentBelongsTo, unsentOf } from './unsent';

beforeEach(() => {
  forgetUnsent();
  unsentBelongsTo('ada');
});

test('each conversation keeps its own text', () => {
  keepUnsent('support', 'text', 'Hello');
  keepUnsent('support', 'outbox', [1]);
  keepUnsent('cluster', 'text', 'Good morning');
  expect(unsentOf('support', 'text', '')).toBe('Hello');
  expect(unsentOf('support', 'outbox', [])).toEqual([1]);
  expect(unsentOf('cluster', 'text', '')).toBe('Good morning');
  expect(unsentOf('other', 'text', '')).toBe('');
});

test('the same user finds it again after a reload, another user does not', () => {
  keepUnsent('support', 'text', 'Hello');
  unsentBelongsTo('ada');
  expect(unsentOf('support', 'text', '')).toBe('Hello');
  unsentBelongsTo('obi');
  expect(unsentOf('support', 'text', '')).toBe('');
});

test('nothing is kept after signing out', () => {
  forgetUnsent();
  keepUnsent('support', 'text', 'Hello');
  expect(unsentOf('support', 'text', '')).toBe('');
});
