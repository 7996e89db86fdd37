import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderScreen, said } from '@/testing/render';
import { PinSheet } from './pin-sheet';

afterEach(() => vi.unstubAllGlobals());

const WRONG = 'The PIN is not correct.';
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label);

it('clears a refused PIN, so that the next try can be typed at once', async () => {
  const refusal = { field: 'old_pin', code: 'wrong_pin', message: WRONG, params: {} };
  vi.stubGlobal('fetch', async (path: string) =>
    path.includes('pin-update')
      ? new Response(JSON.stringify({ code: 'refused', message: WRONG, violations: [refusal] }), {
          status: 422,
        })
      : new Response(JSON.stringify({ data: { NGN: 'pin_set' } })),
  );
  await renderScreen(<PinSheet currency="NGN" open onClose={() => undefined} />);
  await userEvent.type(await screen.findByLabelText('Old PIN'), '1470');
  await userEvent.type(box('New PIN'), '2580');
  await userEvent.type(box('Confirm PIN'), '2589');
  await userEvent.click(screen.getByRole('button', { name: 'Save PIN' }));
  // Refused by the form.
  await waitFor(() => expect(box('Confirm PIN').value).toBe(''));
  await waitFor(() => expect(document.activeElement).toBe(box('Confirm PIN')));
  expect(box('Old PIN').value).toBe('1470');
  await userEvent.keyboard('2580');
  await userEvent.click(screen.getByRole('button', { name: 'Save PIN' }));
  // Refused by the server.
  await waitFor(() => expect(box('Old PIN').value).toBe(''));
  expect(said('Old PIN')).toBe(WRONG);
  expect(document.activeElement).toBe(box('Old PIN'));
  expect(box('New PIN').value).toBe('2580');
});
