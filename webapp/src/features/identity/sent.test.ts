import { beforeEach, expect, it } from 'vitest';
import { emailFor, forgetSent, lastSent, rememberSent } from './sent';

beforeEach(() => sessionStorage.clear());

it('remembers a code for its address and page only', () => {
  rememberSent('email', 45, emailFor('reset', 'ada@example.com'));
  expect(lastSent('email', emailFor('reset', 'ada@example.com'))).toMatchObject({ resend_seconds: 45 });
  expect(lastSent('email', emailFor('reset', 'bola@example.com'))).toBe(null);
  expect(lastSent('email', emailFor('validate', 'ada@example.com'))).toBe(null);
  expect(lastSent('email')).toBe(null);
});

it('stores no address', () => {
  rememberSent('email', 45, emailFor('reset', 'ada@example.com'));
  expect(JSON.stringify({ ...sessionStorage })).not.toMatch(/ada|example/);
});

it('forgets a used code', () => {
  rememberSent('email', 45, emailFor('reset', 'ada@example.com'));
  forgetSent('email');
  expect(sessionStorage.length).toBe(0);
});
