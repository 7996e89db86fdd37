import { call } from '@/api/client';
import { Problem } from '@/api/problem';
import { signIn } from '@/api/session';
import { evaluate, type Fields } from '@/engine/entry';
import { store } from '@/lib/storage';
import { rememberSent } from './sent';

export type NumberMode = 'bvn' | 'nin';
export type NumberValues = Fields<'identity_number'> & { mode: NumberMode };
export type NumberPage = 'identity-auth' | 'identity-registration';

/**
 * The number whose code is being entered. It is held in memory only, never in an address or in storage, so it is
 * entered again after a reload.
 */
let pending: NumberValues | null = null;

export const hasPendingNumber = (): boolean => pending !== null;

const bodyOf = ({ mode, value, referrer }: NumberValues) => ({
  [mode]: value,
  ...(referrer && { referrer }),
});

/** Requests a code to the registered phone; returns the page to enter it on. */
export async function startWithNumber(page: NumberPage, values: NumberValues): Promise<string> {
  await ask(page, values);
  pending = values;
  const { go, query } = evaluate('auth.after_login', { response: { next: 'otp' }, flow: page });
  return `${go}?${new URLSearchParams(query as Record<string, string>)}`;
}

export async function resendToNumber(page: NumberPage): Promise<void> {
  if (pending) await ask(page, pending);
}

async function ask(page: NumberPage, values: NumberValues): Promise<void> {
  const path = page === 'identity-auth' ? '/identity/auth/init' : '/identity/register/init';
  const { data } = await call('POST', path, { body: bodyOf(values) });
  rememberSent('number', data.resend_seconds);
}

/**
 * Signs in with the code. If there is no account yet, `inform` notifies the user, and the same code signs them up.
 */
export async function enterNumberCode(
  page: NumberPage,
  code: string,
  inform: (message: string) => void,
): Promise<void> {
  if (!pending) return;
  const body = { ...bodyOf(pending), code };
  if (page === 'identity-auth') {
    try {
      signIn((await call('POST', '/identity/auth/create', { body })).data);
      pending = null;
      return;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'not_registered') throw error;
      inform(error.message);
    }
  }
  signIn((await call('POST', '/identity/register/create', { body })).data);
  store('referrer', null);
  pending = null;
}
