import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgotPassword, login, register, resendCode } from '@/features/identity/api';
import { renderScreen } from '@/testing/render';
import { CodeTold, EnterCode } from './otp';

const target = { email: 'ada@example.com' };
const textFor = (action: string, requested = true) =>
  render(<CodeTold target={target} action={action} requested={requested} />).container.textContent;

it('says after a sign-up that there is an email, and never that a code was sent', () => {
  expect(textFor('validate')).toBe(
    'We wrote to ada@example.com. Check your email and follow its instructions.',
  );
  expect(textFor('validate', false)).toBe('Request a code to ada@example.com, and enter it here.');
});

it('says that a code for a new password was sent if there is an account', () => {
  expect(textFor('reset')).toBe("If ada@example.com has an account, we've sent it a 6-digit code.");
});

describe('the code page', () => {
  const REQUEST = 'Request a code to ada@example.com, and enter it here.';
  const SENT = "If ada@example.com has an account, we've sent it a 6-digit code.";
  const WROTE = 'We wrote to ada@example.com. Check your email and follow its instructions.';

  let page = '';
  beforeEach(() => {
    sessionStorage.clear();
    vi.stubGlobal('fetch', async () => {
      const data = { next: 'otp', page, email: 'ada@example.com', resend_seconds: 45 };
      return new Response(JSON.stringify({ data }));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  async function words(shown: string, email = 'ada@example.com') {
    const { container, unmount } = await renderScreen(<EnterCode target={{ email }} page={shown} />);
    const sentence = container.querySelector('form p')?.textContent;
    const again = screen.getByRole('button', { name: /^Send a new code/ }).textContent;
    unmount();
    return [sentence, again];
  }

  it.each(['reset', 'otp-login', 'validate'])(
    'claims nothing for an address that no code was requested for: %s',
    async (shown) => expect(await words(shown)).toEqual([REQUEST, 'Send a new code']),
  );

  it.each([
    ['reset', SENT, () => forgotPassword('ada@example.com')],
    ['otp-login', SENT, () => login({ email: 'ada@example.com', password: 'x' })],
    ['validate', WROTE, () => register({ email: 'ada@example.com' } as Parameters<typeof register>[0])],
  ])('says what was requested, and still does after a reload: %s', async (shown, sentence, request) => {
    page = shown;
    await request();
    expect(await words(shown)).toEqual([sentence, 'Send a new code in 45 s']);
    expect(await words(shown)).toEqual([sentence, expect.stringMatching(/in 4\d s$/)]);
  });

  it('neither claims a code for another address nor waits for it', async () => {
    page = 'reset';
    await forgotPassword('ada@example.com');
    const other = 'Request a code to bola@example.com, and enter it here.';
    expect(await words('reset', 'bola@example.com')).toEqual([other, 'Send a new code']);
  });

  it('neither claims a code for another purpose nor waits for it', async () => {
    page = 'reset';
    await forgotPassword('ada@example.com');
    expect(await words('otp-login')).toEqual([REQUEST, 'Send a new code']);
  });

  it('says that a code was sent once it is requested on the page', async () => {
    await renderScreen(<EnterCode target={target} page="reset" />);
    await userEvent.click(screen.getByRole('button', { name: 'Send a new code' }));
    await screen.findByRole('button', { name: /^Send a new code in \d+ s$/ });
    expect(document.querySelector('form p')?.textContent).toBe(SENT);
  });

  it('does not say that an email was sent to an address without a sign-up', async () => {
    await resendCode('ada@example.com', 'validate');
    expect(await words('validate')).toEqual([REQUEST, 'Send a new code in 45 s']);
    page = 'validate';
    await register({ email: 'ada@example.com' } as Parameters<typeof register>[0]);
    await resendCode('ada@example.com', 'validate');
    expect(await words('validate')).toEqual([WROTE, 'Send a new code in 45 s']);
  });
});
