import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen } from '@/testing/render';
import { CardOutcome } from './card-checkout';

afterEach(() => void vi.unstubAllGlobals());

it('reports an expired checkout, and starts again', async () => {
  const data = { tx_ref: 'card-1', state: 'expired', transaction: null };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data }), { status: 200 }));
  const onAgain = vi.fn();
  await renderScreen(<CardOutcome tx_ref="card-1" onPaid={vi.fn()} onAgain={onAgain} />);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('This payment has expired: it was not paid within a day.');
  expect(screen.queryByText(/Waiting for your payment/)).toBe(null);
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }));
  expect(onAgain).toHaveBeenCalledOnce();
});
