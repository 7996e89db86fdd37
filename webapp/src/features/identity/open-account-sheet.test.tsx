import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forgetKept, keep } from '@/lib/kept';
import { renderScreen } from '@/testing/render';
import { toast } from '@/ui/toast';
import { OpenAccountSheet } from './open-account-sheet';

beforeEach(() => {
  sessionStorage.clear();
  keep('open-account', { first_name: 'Kemi', last_name: 'Ogun', gender: 'female', dob: '11-11-1980' });
  keep('open-account.email', { email: 'kemi@example.com' });
  keep('open-account.phone', { dial_code: '+234', phone: '08031234567' });
  const data = { code_sent: true, resend_seconds: 0, expires_at: '2026-11-20T10:10:00Z' };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ data })));
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetKept();
});

it('never says that a code was sent: an address with an account gets an email without one', async () => {
  const success = vi.spyOn(toast, 'success');
  await renderScreen(<OpenAccountSheet open onClose={() => undefined} />);
  fireEvent.click(await screen.findByText('Continue'));
  await screen.findByLabelText('Email');
  fireEvent.click(screen.getByText('Continue'));
  fireEvent.click(await screen.findByText('Send code'));
  await screen.findByLabelText('Code, character 1 of 6');
  expect(document.querySelector('form p')?.textContent).toBe(
    'We wrote to kemi@example.com. If there is a code in the email, enter it here.',
  );
  fireEvent.click(screen.getByText('Send a new code'));
  await vi.waitFor(() => expect(success).toHaveBeenCalledWith('We wrote to kemi@example.com again.'));
});
