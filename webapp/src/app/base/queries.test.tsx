import { useMutation } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { call } from '@/api/client';
import { renderScreen } from '@/testing/render';
import { Toaster } from '@/ui/toast';

type Meta = { quiet?: boolean; silent?: boolean };

const settled = vi.fn();

function Sends({ meta }: { meta: Meta }) {
  const send = useMutation({
    mutationFn: () => call('PUT', '/bank-account', { body: { id: '1', is_default: true } }),
    meta,
    onSettled: settled,
  });
  return (
    <button type="button" onClick={() => send.mutate()}>
      Send
    </button>
  );
}

/** Sends a call with the given response; returns the text of the toasts. */
async function toasts(status: number, body: object, meta: Meta = {}): Promise<string> {
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
  settled.mockClear();
  await renderScreen(
    <>
      <Sends meta={meta} />
      <Toaster />
    </>,
  );
  await userEvent.click(screen.getByText('Send'));
  await waitFor(() => expect(settled).toHaveBeenCalled());
  const words = screen.getByRole('status').textContent ?? '';
  cleanup();
  return words;
}

afterEach(() => vi.unstubAllGlobals());

it('shows the message of a successful call, or a default', async () => {
  expect(await toasts(200, { data: {}, message: 'Default bank account set.' })).toBe(
    'Default bank account set.',
  );
});

it('shows a default without a message from the server', async () => {
  expect(await toasts(200, { data: {} })).toContain('success');
});

it('shows nothing if the screen does', async () => {
  const before = 'Said by the screen.';
  expect(await toasts(200, { data: {}, message: before }, { silent: true })).not.toContain(before);
  const refused = { message: 'Refused at the field.' };
  expect(await toasts(422, refused, { quiet: true })).not.toContain(refused.message);
});

it('shows the message of a failed call, but not that the session is over', async () => {
  expect(await toasts(422, { message: 'Not today.' })).toContain('Not today.');
  expect(await toasts(500, {})).toContain('no response');
  expect(await toasts(403, { message: 'Unauthenticated.' })).not.toContain('Unauthenticated.');
});
