import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import type { User } from '@/api/types';
import { renderScreen } from '@/testing/render';
import { AutoTradeCard } from './auto-trade-card';

afterEach(() => {
  vi.unstubAllGlobals();
  session.set({ state: 'signed-out' });
});

const ON = /bought with your own Binance key/;
const PAID = '2099-01-01T00:00:00Z';
const ENDED = '2020-01-01T00:00:00Z';

it.each([
  [{ is_on: true, connected: true, trades: true }, PAID, ON],
  [{ is_on: true, connected: true, trades: true }, ENDED, /Nothing is bought.*not paid for/],
  [{ is_on: true, connected: false, trades: false }, PAID, /Nothing is bought.*Connect your account/],
  [{ is_on: true, connected: true, trades: false }, PAID, /Nothing is bought.*spot trading/],
  [{ is_on: false, connected: true, trades: true }, PAID, /^Nothing is bought for you\.$/],
])('says whether anything is bought: %j, signals until %s', async (state, sub, note) => {
  session.set({ state: 'signed-in', user: { meta: { sub } } as User });
  const answered = { uuid: 'u1', name: 'Ada', email: '', profile: {}, meta: { sub } };
  const data = { ...answered, ...state, per_trade: null, per_day: null, spent_today: '0' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })));
  await renderScreen(<AutoTradeCard />);
  expect(await screen.findByText(note, {}, { timeout: 4000 })).toBeTruthy();
});
