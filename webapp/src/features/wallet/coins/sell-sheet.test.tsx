import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, said } from '@/testing/render';
import type { ListedCoin } from './queries';
import { SellSheet } from './sell-sheet';

afterEach(() => vi.unstubAllGlobals());

const LABEL = 'Amount (BTC)';
const TERMS = { coin: 'BTC', price: '90000000', price_at: null, spread: '1', sale_message: null };

it('says what a sale brings, or at once that there are not so many coins', async () => {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: TERMS })));
  const coin = { symbol: 'BTC', name: 'Bitcoin', networks: [] } as unknown as ListedCoin;
  await renderScreen(
    <SellSheet open coin={coin} balance="0.4" onClose={() => undefined} onPaid={() => undefined} />,
  );
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
