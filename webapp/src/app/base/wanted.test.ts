import { expect, test } from 'vitest';
import { takeWanted, want, wantNothing } from './wanted';

const inside = { routeId: '/inside/transaction', staticData: {} };

test('an inner page is stored with its query, and returned once', () => {
  want('/settings?operation=reset-pin', inside);
  expect(takeWanted()).toBe('/settings?operation=reset-pin');
  expect(takeWanted()).toBe(null);
});

test('other pages and result pages are not stored, and clear the stored one', () => {
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

test('a manipulated stored page leads to no other site', () => {
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
