import { rememberPasskey } from '@/lib/last-person';
import { call } from './client';
import type { BodyOf, Contract } from './contract';
import { Problem } from './problem';

// Passkeys (WebAuthn). Loaded when one is used.

type Options = Contract<'PublicKeyOptions'>;
type Json = Record<string, unknown>;

const CANCELLED = 'The device was not unlocked. Try again, or choose another way.';
const UNSUPPORTED = 'This browser cannot use passkeys here. Choose another way.';
const KNOWN = 'This device has a passkey for your account already.';

/** The reasons of the browser, in words. It does not say whether the user cancelled or ran out of time. */
const REASONS: Record<string, string> = {
  NotAllowedError: CANCELLED,
  AbortError: CANCELLED,
  InvalidStateError: KNOWN,
};

const notSigned = (message: string) => new Problem({ status: 0, code: 'not_signed', message });

const bytesOf = (text: unknown): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(String(text).replaceAll('-', '+').replaceAll('_', '/')), (one) => one.charCodeAt(0));

const textOf = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const listed = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list ?? []) as Json[]).map(({ id }) => ({ type: 'public-key', id: bytesOf(id) }));

async function asked(ask: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  if (typeof PublicKeyCredential === 'undefined') throw notSigned(UNSUPPORTED);
  try {
    const credential = await ask();
    if (credential instanceof PublicKeyCredential) return credential;
  } catch (error) {
    throw notSigned(REASONS[(error as DOMException).name] ?? UNSUPPORTED);
  }
  throw notSigned(CANCELLED);
}

const named = ({ id, rawId, type }: PublicKeyCredential) => ({ id, rawId: textOf(rawId), type });

/** Asks the device for a new passkey. */
async function made(options: Options): Promise<Json> {
  const { challenge, user, excludeCredentials } = options as Json;
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    user: { ...(user as Json), id: bytesOf((user as Json).id) },
    excludeCredentials: listed(excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const credential = await asked(() => navigator.credentials.create({ publicKey }));
  const { attestationObject, clientDataJSON } = credential.response as AuthenticatorAttestationResponse;
  const response = { attestationObject: textOf(attestationObject), clientDataJSON: textOf(clientDataJSON) };
  return { ...named(credential), response };
}

/** Asks the device to sign a challenge. */
async function signed(options: Options): Promise<Json> {
  const { challenge, allowCredentials } = options as Json;
  const publicKey = {
    ...options,
    challenge: bytesOf(challenge),
    allowCredentials: listed(allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const credential = await asked(() => navigator.credentials.get({ publicKey }));
  const given = credential.response as AuthenticatorAssertionResponse;
  const response = {
    authenticatorData: textOf(given.authenticatorData),
    clientDataJSON: textOf(given.clientDataJSON),
    signature: textOf(given.signature),
    userHandle: given.userHandle && textOf(given.userHandle),
  };
  return { ...named(credential), response };
}

/** Signs in with any passkey of this host. */
export async function signInWithPasskey(): Promise<{ session: Contract<'Session'>; passkey: string }> {
  const { options } = (await call('POST', '/auth/passkey/start')).data;
  const credential = await signed(options);
  const { data } = await call('POST', '/auth/passkey', { body: { credential } });
  return { session: data, passkey: String(credential.id) };
}

/** Adds a passkey of this device; the password is needed some time after signing in. */
export async function addPasskey(password: string): Promise<void> {
  const body = password === '' ? {} : { password };
  const { challenge_id, options } = (await call('POST', '/account/passkeys/start', { body })).data;
  const credential = await made(options);
  const { data } = await call('POST', '/account/passkeys', { body: { challenge_id, credential } });
  rememberPasskey(data.credential_id);
}

/** Proves with a passkey that the session is used by its owner. */
export async function proveWithPasskey(): Promise<void> {
  const { challenge_id, options } = (await call('POST', '/account/passkeys/proof/start')).data;
  const credential = await signed(options);
  await call('POST', '/account/passkeys/proof', { body: { challenge_id, credential } });
}

/** Authorises a payment with a passkey in place of the PIN. */
export async function authoriseWithPasskey(
  payment: BodyOf<'POST', '/wallet/passkey-start'>,
): Promise<string> {
  const { challenge_id, options } = (await call('POST', '/wallet/passkey-start', { body: payment })).data;
  const credential = await signed(options);
  const body = { ...payment, challenge_id, credential };
  return (await call('POST', '/wallet/passkey-confirm', { body })).data.authorisation;
}

/** Whether this device can hold a passkey. */
export const canHoldPasskey = async (): Promise<boolean> =>
  typeof PublicKeyCredential !== 'undefined' &&
  (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(() => false));
