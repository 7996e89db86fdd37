import { expect, test } from 'vitest';
import { framesLoseCookies } from './safari';

const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

test('only Safari opens the checkout in a separate window', () => {
  expect(framesLoseCookies(`${SAFARI} Version/18.5 Mobile/15E148 Safari/604.1`)).toBe(true);
  expect(framesLoseCookies(`${SAFARI} CriOS/138.0.0.0 Mobile/15E148 Safari/604.1`)).toBe(false);
  expect(
    framesLoseCookies('Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/138.0.0.0 Safari/537.36'),
  ).toBe(false);
  expect(framesLoseCookies('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0')).toBe(
    false,
  );
});
