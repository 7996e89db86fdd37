import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { visibility } from '@/lib/visibility';
import { renderScreen } from '@/testing/render';
import type { Wallet } from '../types';
import { CoinOverview } from './coin-overview';
import { holdingsOf } from './holdings';
import type { ListedCoin } from './queries';

const coin = (symbol: string, price: string | null, price_day_ago: string | null) =>
  ({ symbol, name: symbol, price, price_day_ago, is_held: true }) as unknown as ListedCoin;
const wallet = (base_currency: string, balance: string, worth: string | null) =>
  ({ base_currency, balance, worth }) as unknown as Wallet;

const COINS = [coin('BTC', '90', '100'), coin('USDT', '1', '1')];
const WALLETS = [
  wallet('NGN', '5.00', null),
  wallet('BTC', '0.001', '900.00'),
  wallet('USDT', '2', '3000.00'),
];

it('shows the worth, its change and the parts, with figures for readers', async () => {
  await renderScreen(<CoinOverview holdings={holdingsOf(COINS, WALLETS)} />);
  const overview = within(screen.getByRole('region', { name: 'In coins, worth now' }));
  overview.getByText('−₦100.00 (−2.5%)');
  const parts = overview.getAllByRole('listitem').map((part) => part.textContent);
  expect(parts).toEqual(['USDT77.0%₦3,000.00', 'BTC23.0%₦900.00']);
});

it('says what is not known', async () => {
  const coins = [coin('BTC', null, null), ...COINS.slice(1)];
  const wallets = [wallet('BTC', '0.001', null), wallet('USDT', '2', '3000.00')];
  await renderScreen(<CoinOverview holdings={holdingsOf(coins, wallets)} />);
  screen.getByText("The change within a day isn't known at the moment.");
  screen.getByText('Without BTC: not for sale at the moment.');
});

it('shows no parts while balances are hidden, and none without coins', async () => {
  visibility.set(false);
  try {
    const { unmount } = await renderScreen(<CoinOverview holdings={holdingsOf(COINS, WALLETS)} />);
    expect(screen.queryByRole('list')).toBe(null);
    expect(screen.queryByText(/within a day/)).toBe(null);
    unmount();
  } finally {
    visibility.set(true);
  }
  await renderScreen(<CoinOverview holdings={holdingsOf(COINS, [])} />);
  screen.getByText(/^You hold no coins yet\./);
});
