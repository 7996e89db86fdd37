import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { session } from '@/api/session';
import type { User } from '@/api/types';
import { forgetKept } from '@/lib/kept';
import { renderScreen } from '@/testing/render';
import { PhoneSheet } from './phone-sheet';

let sent: unknown;
beforeEach(() => {
  sent = undefined;
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    sent = JSON.parse(body);
    return new Response(
      JSON.stringify({
        data: {
          uuid: 'u1',
          name: 'Ada',
          email: '',
          profile: {},
          meta: {},
          phone: 'as stored',
          resend_seconds: 90,
        },
      }),
    );
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  session.set({ state: 'signed-out' });
  forgetKept();
});

it.each([
  ['08031234567', '+234', '08031234567'],
  ['+233241234567', '+233', '241234567'],
  ['+23566123456', '+235', '66123456'],
  // Numbers of no supported country are typed again.
  ['+447911123456', '+234', ''],
  ['', '+234', ''],
])(
  'starts with the number given at sign-up, in the format for typing: %s',
  async (phone, dial_code, typed) => {
    session.set({ state: 'signed-in', user: { phone } as User });
    await renderScreen(<PhoneSheet open onClose={() => undefined} />);
    expect(await screen.findByLabelText('Country')).toHaveProperty('value', dial_code);
    expect(screen.getByLabelText('Phone')).toHaveProperty('value', typed);
    if (typed === '') return;
    await userEvent.click(screen.getByRole('button', { name: 'Send code' }));
    await screen.findByText('as stored');
    expect(sent).toEqual({ dial_code, phone: typed });
  },
);
