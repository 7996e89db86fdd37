import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CoinMark } from './coin-mark';

/** Coins listed by the market. */
const LISTED = ['BTC', 'ETH', 'USDT', 'BNB', 'SOL', 'XRP', 'ADA', 'DOGE', 'TRX', 'LTC'];

test('each listed coin has its own drawing, which has no text', () => {
  const drawn = LISTED.map((symbol) => {
    const { container } = render(<CoinMark symbol={symbol} />);
    expect(container.textContent).toBe('');
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true');
    return container.querySelector('path')?.getAttribute('d');
  });
  expect(new Set(drawn).size).toBe(LISTED.length);
  expect(drawn).not.toContain(undefined);
});

test('an unknown coin shows the first letters of its symbol, which are not part of an accessible name', () => {
  const { container } = render(<CoinMark symbol="SHIB" />);
  expect(container.querySelector('[data-letters="SHI"]')).not.toBeNull();
  expect(container.textContent).toBe('');
});
