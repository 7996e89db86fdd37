import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { CodeTold } from './otp';

const target = { email: 'ada@example.com' };
const told = (action: string, requested = true) =>
  render(<CodeTold target={target} action={action} requested={requested} />).container.textContent;

it('says after a sign-up that there is an email, and never that a code was sent', () => {
  expect(told('validate')).toBe('We wrote to ada@example.com. Check your email, and follow what it says.');
  expect(told('validate', false)).toBe('Request a code to ada@example.com, and enter it here.');
});

it('says that a code for a new password was sent if there is an account', () => {
  expect(told('reset')).toBe('If ada@example.com is right, we just sent it a 6-character code.');
});
