import { call } from '@/api/client';
import { signIn, updateUser } from '@/api/session';
import type { CodeNext, Session, User } from '@/api/types';
import { evaluate, type Fields } from '@/engine/entry';
import { store } from '@/lib/storage';
import { emailFor, forgetSent, lastSent, rememberSent } from './sent';

/** A response that either signs the user in or asks for a code. */
type SignInAnswer = Session | CodeNext;

const isSession = (answer: SignInAnswer): answer is Session => 'access_token' in answer;

const rememberCode = ({ resend_seconds, page, email }: CodeNext) =>
  rememberSent('email', resend_seconds, emailFor(page, email));

/** Signs in if the response contains a session; returns the next page, which the rules determine. */
export function follow(flow: 'login' | 'register', answer: SignInAnswer): string {
  if (isSession(answer)) signIn(answer);
  else rememberCode(answer);
  const response = isSession(answer) ? { token: answer.access_token } : { next: answer.next };
  const { go, query } = evaluate('auth.after_login', { response, flow });
  if (isSession(answer)) return go;
  return `${go}?${new URLSearchParams({ ...query, email: answer.email })}`;
}

export const login = async (values: Fields<'login'>) =>
  follow('login', (await call('POST', '/auth/login', { body: values })).data);

export async function register(values: Fields<'register'>): Promise<string> {
  const { data } = await call('POST', '/auth/register', { body: values });
  // Used: the next person on this device must not inherit it.
  store('referrer', null);
  return follow('register', data);
}

export async function forgotPassword(email: string): Promise<CodeNext> {
  const { data } = await call('POST', '/forgot/password', { body: { email } });
  rememberCode(data);
  return data;
}

export async function resendCode(email: string, page: string): Promise<void> {
  const { data } = await call('POST', '/auth/code', { body: { email, page } });
  const to = emailFor(page, email);
  // Unlike at a sign-up, no email is sent if the address is already confirmed.
  const told = page !== 'validate' || lastSent('email', to)?.told === true;
  rememberSent('email', data.resend_seconds, to, told);
}

export async function verifyRegistration(email: string, code: string): Promise<void> {
  signIn((await call('POST', '/auth/verify', { body: { email, code } })).data);
  forgetSent('email');
}

export async function loginWithCode(email: string, code: string): Promise<void> {
  signIn((await call('POST', '/auth/login-otp', { body: { email, code } })).data);
  forgetSent('email');
}

export async function checkResetCode(email: string, code: string): Promise<void> {
  const { data } = await call('POST', '/auth/code/validate', { body: { email, code } });
  reset = { code, name: data.name };
}

/**
 * The code of a password reset and the name of the account's owner, which the server returns for a correct code. Both
 * stay in memory between two pages: never in a URL or in storage.
 */
let reset: { code: string; name: string } | null = null;

/** The owner of the account being reset; null without a correct code. */
export const resetOwner = (): string | null => reset?.name ?? null;

export const hasResetCode = (): boolean => reset !== null;

export async function resetPassword(email: string, password: string): Promise<void> {
  await call('POST', '/reset/password', { body: { email, code: reset?.code ?? '', password } });
  reset = null;
  forgetSent('email');
}

/** Reloads the signed-in user after a change. */
export async function refreshUser(): Promise<User> {
  const { data } = await call('GET', '/auth/me', { passive: true });
  updateUser(data);
  return data;
}
