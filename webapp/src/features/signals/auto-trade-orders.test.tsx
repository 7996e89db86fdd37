import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { toggleVisibility, visibility } from '@/lib/visibility';
import { renderScreen } from '@/testing/render';
import { AutoTradeOrders } from './auto-trade-orders';

afterEach(() => {
  vi.unstubAllGlobals();
  if (!visibility.get()) toggleVisibility();
});

const none = { quantity: null, filled: null, spent: null, is_open: false };
const created_at = '2026-11-20T09:00:00Z';
const orders = [
  { ...none, id: '1', coin: 'BTC', status: 'filled', reason: 'ordered', message: 'Bought.' },
  {
    ...none,
    id: '2',
    coin: 'ETH',
    status: 'refused',
    reason: 'not_enough_balance',
    message: 'It has 12.5 USDT.',
  },
].map((order) => ({ created_at, ...order }));
const data = {
  current_page: 1,
  last_page: 1,
  total: 2,
  data: [{ ...orders[0], quantity: '0.02', filled: '0.01', spent: '950' }, orders[1]],
};

it('masks purchases and balances while balances are hidden', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })));
  const { container } = await renderScreen(<AutoTradeOrders />);
  await screen.findByText('It has 12.5 USDT.');
  expect(container.textContent).toMatch(/0\.01 of 0\.02 BTC.*950 USDT/);
  act(toggleVisibility);
  expect(container.textContent).not.toMatch(/0\.01|0\.02|950|12\.5/);
  expect(container.textContent).toContain('Bought.');
  expect(container.textContent).toContain('Balances are hidden.');
});
