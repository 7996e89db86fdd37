import { fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '@/testing/render';
import type { ListedCoin } from './queries';
import { SendSheet } from './send-sheet';

afterEach(() => vi.unstubAllGlobals());

const TERMS = { coin: 'BTC', network: null, network_fee: null, send_message: null, cap: null };

it('offers ways to get coins to users without any, in place of a form and before a PIN', async () => {
  const coin = {
    symbol: 'BTC',
    name: 'Bitcoin',
    networks: [],
    actions: ['receive'],
  } as unknown as ListedCoin;
  const onReceive = vi.fn();
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data: TERMS })));
  const sheet = (balance: string) => (
    <SendSheet
      open
      coin={coin}
      balance={balance}
      before={<p>Set a PIN</p>}
      onClose={() => undefined}
      onReceive={onReceive}
      onPaid={() => undefined}
    />
  );
  const { unmount } = await renderScreen(sheet('0.00000545'));
  await screen.findByText('You have no Bitcoin to send yet');
  expect(screen.queryByText('Set a PIN')).toBe(null);
  fireEvent.click(screen.getByRole('button', { name: 'Receive Bitcoin' }));
  expect(onReceive).toHaveBeenCalledOnce();
  unmount();
  await renderScreen(sheet('0.00000546'));
  await screen.findByText('Set a PIN');
});
