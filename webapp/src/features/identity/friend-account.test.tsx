import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '@/testing/render';
import { toast } from '@/ui/toast';
import { FriendAccount } from './friend-account';

beforeEach(() => {
  sessionStorage.clear();
  const data = { code_sent: true, resend_seconds: 0, expires_at: '2026-11-20T10:10:00Z' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })));
});
afterEach(() => vi.unstubAllGlobals());

it('never says that a code was sent: an address with an account gets an email without one', async () => {
  const success = vi.spyOn(toast, 'success');
  await renderScreen(<FriendAccount subscription="s1" email="kemi@example.com" onOpened={() => undefined} />);
  fireEvent.change(screen.getByLabelText('Their name'), { target: { value: 'Kemi Ogun' } });
  fireEvent.change(screen.getByLabelText('Their phone number'), { target: { value: '08031234567' } });
  await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
  await screen.findByLabelText('Code, character 1 of 6');
  expect(document.querySelector('form p')?.textContent).toBe(
    'We wrote to kemi@example.com. If there is a code in the email, enter it here.',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
  await vi.waitFor(() => expect(success).toHaveBeenCalledWith('We wrote to kemi@example.com again.'));
});
