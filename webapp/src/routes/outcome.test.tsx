import { screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '@/testing/render';
import { Outcome } from './outcome';

afterEach(() => vi.unstubAllGlobals());

const PATIENT = { timeout: 4000 };
const paid = {
  reference: 'r1',
  category: 'wallet-transfer',
  type: 'DEBIT',
  status: 'FAILED',
  currency: 'NGN',
  net_amount: '1500.00',
  gross_amount: '1500.00',
  charge: '0.00',
  description: '',
  comment: null,
  counterparty: null,
  created_at: '2026-11-22T23:52:18.451Z',
};

async function opened(amount: string) {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: paid })));
  await renderScreen(<Outcome asked={{ reference: 'r1', amount }} next="/transaction" />);
}

it.each(['1500', '1500.0', '1500.00'])(
  'shows the payment of an address with the amount %s',
  async (amount) => {
    await opened(amount);
    expect(await screen.findByText('Total', {}, PATIENT)).toBeTruthy();
  },
);

it.each(['1500.01', 'all'])('shows none for %s', async (amount) => {
  await opened(amount);
  expect(await screen.findByText("We couldn't find this receipt", {}, PATIENT)).toBeTruthy();
});
