import { expect, test } from 'vitest';
import { takeWanted, want, wantNothing } from './wanted';

const inside = { routeId: '/inside/transaction', staticData: {} };

test('a page inside is kept with its query, and told once', () => {
  want('/settings?operation=reset-pin', inside);
  expect(takeWanted()).toBe('/settings?operation=reset-pin');
  expect(takeWanted()).toBe(null);
});

test('what is not a page inside, or tells of one result, is not kept, and neither is what was wanted before', () => {
  for (const place of [
    { routeId: '/open/login', staticData: {} },
    { routeId: '__root__', staticData: {} },
    { routeId: '/inside/success', staticData: { result: true as const } },
    undefined,
  ]) {
    want('/transaction', inside);
    want('/x', place);
    expect(takeWanted(), place?.routeId).toBe(null);
  }
  want('/transaction', inside);
  wantNothing();
  expect(takeWanted()).toBe(null);
});

test('nothing in the tab’s storage leads to another site', () => {
  for (const elsewhere of [
    '//evil.example/x',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    'http://[',
  ]) {
    sessionStorage.setItem('wanted', elsewhere);
    expect(takeWanted(), elsewhere).toBe(null);
  }
});
