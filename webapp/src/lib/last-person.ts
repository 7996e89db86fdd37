import { readStored, store } from './storage';
import { Watched } from './watched';

/** The user who signed in last in this browser, for the greeting of the sign-in page. */
export interface LastPerson {
  uuid: string;
  name: string;
  /** Masked; empty without an address. */
  email: string;
  /** The identifier of their passkey in this browser, if there is one. */
  passkey?: string;
}

function stored(): LastPerson | null {
  try {
    const read = JSON.parse(readStored('last person') ?? 'null') as Partial<LastPerson> | null;
    return typeof read?.uuid === 'string' && typeof read.name === 'string' ? (read as LastPerson) : null;
  } catch {
    return null;
  }
}

export const lastPerson = new Watched<LastPerson | null>(stored());

function keep(person: LastPerson | null): void {
  store('last person', person && JSON.stringify(person));
  lastPerson.set(person);
}

/** `a•••@example.com`. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return at < 1 ? '' : `${[...email][0]}•••${email.slice(at)}`;
}

/** A user has signed in. */
export function rememberPerson(uuid: string, name: string, email: string): void {
  const before = lastPerson.get();
  const passkey = before?.uuid === uuid ? before.passkey : undefined;
  keep({ uuid, name, email: masked(email), ...(passkey !== undefined && { passkey }) });
}

/** The user's passkey in this browser; null if it is gone. */
export function rememberPasskey(passkey: string | null): void {
  const { passkey: _, ...person } = lastPerson.get() ?? {};
  if ('uuid' in person) keep({ ...(person as LastPerson), ...(passkey !== null && { passkey }) });
}

export const forgetPerson = (): void => keep(null);
