import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toggleVisibility, visibility } from '@/lib/visibility';
import { renderScreen } from '@/testing/render';
import { ExchangeBalancesCard } from './exchange-balances';

afterEach(() => {
  vi.unstubAllGlobals();
  if (!visibility.get()) toggleVisibility();
});

const data = {
  connected: true,
  balances: [{ coin: 'BTC', free: '1.25', locked: '0.5' }],
  as_of: '2026-11-20T09:00:00Z',
  problem: null,
  source: 'Binance',
};

it('shows the account’s balances, and masks them while balances are hidden', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })));
  const { container } = await renderScreen(<ExchangeBalancesCard />);
  await screen.findByText('BTC');
  expect(container.textContent).toMatch(/1\.25.*0\.5/);
  act(toggleVisibility);
  expect(container.textContent).not.toMatch(/1\.25|0\.5/);
  expect(container.textContent).toMatch(/BTC.*XXXXXXXXXXX.*and XXXXXXXXXXX in orders/);
});
