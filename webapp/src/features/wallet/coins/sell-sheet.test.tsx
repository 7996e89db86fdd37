import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, said } from '@/testing/render';
import type { ListedCoin } from './queries';
import { SellSheet } from './sell-sheet';

afterEach(() => vi.unstubAllGlobals());

const LABEL = 'Amount (BTC)';
const CALLED = { onClose: () => undefined, onReceive: () => undefined, onPaid: () => undefined };
const TERMS = { coin: 'BTC', price: '90000000', price_at: null, spread: '1', sale_message: null };

it('offers ways to get coins to users without any, in place of a form and before a PIN', async () => {
  const coin = {
    symbol: 'BTC',
    name: 'Bitcoin',
    networks: [],
    actions: ['receive'],
  } as unknown as ListedCoin;
  const onReceive = vi.fn();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: TERMS })));
  await renderScreen(
    <SellSheet
      open
      coin={coin}
      balance="0.00000000"
      before={<p>Set a PIN</p>}
      {...CALLED}
      onReceive={onReceive}
    />,
  );
  await screen.findByText('You have no Bitcoin to sell yet');
  expect(screen.queryByLabelText(LABEL)).toBe(null);
  expect(screen.queryByText('Set a PIN')).toBe(null);
  fireEvent.click(screen.getByRole('button', { name: 'Receive Bitcoin' }));
  expect(onReceive).toHaveBeenCalledOnce();
});

it('shows the proceeds of a sale, or at once that the balance is too low', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: TERMS })));
  const coin = {
    symbol: 'BTC',
    name: 'Bitcoin',
    networks: [],
    actions: ['receive'],
  } as unknown as ListedCoin;
  await renderScreen(<SellSheet open coin={coin} balance="0.4" {...CALLED} />);
  const brings = () => screen.getByText('You get about').nextElementSibling?.textContent;
  const field = await screen.findByLabelText(LABEL);
  const type = (value: string) => fireEvent.change(field, { target: { value } });
  type('0.');
  expect(brings()).toBe('–');
  expect(field.getAttribute('aria-invalid')).toBe(null);
  type('0.1');
  expect(brings()).toBe('₦8,910,000.00');
  type('0.5');
  expect(said(LABEL)).toContain('above your available balance');
  expect(brings()).toBe('–');
});
