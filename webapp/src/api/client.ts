import { noteTime } from '@/lib/clock';
import { noteRules } from '@/lib/server-rules';
import { readStored, store } from '@/lib/storage';
import type { BodyOf, Contract, DataOf, Method, PathFor, PathValues, QueryOf } from './contract';
import { noAnswer, Problem, problemOf } from './problem';
import { accessToken, session, signIn, signOutHere } from './session';

/** The tenant, once the server has named it: every later call sends it. */
let business: string | null = null;

export function setBusiness(uuid: string): void {
  business = uuid;
}

interface Options {
  headers?: Record<string, string>;
  /** A call that the user did not cause, such as polling: it does not keep the session alive. */
  passive?: boolean;
  signal?: AbortSignal;
}

/** The parts of a call that the contract requires. */
export type Call<M extends Method, P extends string> = Options & { query?: QueryOf<M, P> } & ([
    BodyOf<M, P>,
  ] extends [undefined]
    ? { body?: undefined }
    : { body: BodyOf<M, P> }) &
  ([PathValues<M, P>] extends [never] ? { path?: undefined } : { path: PathValues<M, P> });

type Whatever = Options & { query?: object; body?: unknown; path?: object };

export interface Answer<T> {
  data: T;
  message: string | null;
  status: number;
  /** The whole response, for the one call without an envelope. */
  bare: unknown;
}

/** Called when the server has ended the session. */
let onUnauthenticated: (message?: string) => void = () => undefined;

export function whenUnauthenticated(handler: (message?: string) => void): void {
  onUnauthenticated = handler;
}

/** Reports that an action of the user has ended the session on the server; `message` names the action. */
export const sessionOver = (message: string): void => onUnauthenticated(message);

let onLeave: () => void = () => undefined;

export function whenLeaving(handler: () => void): void {
  onLeave = handler;
}

/** The user logs out. */
export const leave = (): void => onLeave();

let refreshing: Promise<boolean> | undefined;

/** Requests a new token with the cookie; several callers share one request, because each use rotates the cookie. */
export function refresh(): Promise<boolean> {
  refreshing ??= send('POST', '/auth/refresh', { passive: true })
    .then(async (response) => {
      if (!response.ok) {
        // Only a refusal ends the session; an unreachable server does not.
        if (response.status === 401) signOutHere();
        return false;
      }
      const { data } = (await response.json()) as { data: Contract<'Session'> };
      signIn(data);
      return true;
    })
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** Ends the session on the server. If that fails, the next page load tries again first. */
export async function endSession(): Promise<boolean> {
  store('log out first', 'true');
  const over = await call('POST', '/auth/logout').then(
    () => true,
    (error) => error instanceof Problem && error.status === 401,
  );
  if (over) store('log out first', null);
  return over;
}

/**
 * After a reload: restores the session, or ends it if signing out did not reach the server. Throws without a usable
 * response, because it is then unknown whether there is a session.
 */
export async function restore(): Promise<void> {
  const leaving = readStored('log out first') !== null;
  // After signing out, an unreachable server is not reported.
  const back = await (leaving ? refresh().catch(() => null) : refresh());
  if (!leaving) {
    if (back === false && session.get().state === 'restoring') throw noAnswer();
    return;
  }
  if (back) {
    await endSession();
    signOutHere();
  } else if (back === false && session.get().state === 'signed-out') {
    store('log out first', null);
  }
}

/** Calls the server. Throws a `Problem` for a refusal, a failure, or a missing response. */
export async function call<M extends Method, P extends PathFor<M>>(
  method: M,
  path: P,
  ...[options]: Partial<Call<M, P>> extends Call<M, P> ? [Call<M, P>?] : [Call<M, P>]
): Promise<Answer<DataOf<M, P>>> {
  const response = await authorised(method, path, (options ?? {}) as Whatever);
  if (!response.ok) throw await problemOf(response);
  const answer = (await response.json().catch(() => {
    throw noAnswer();
  })) as { data: DataOf<M, P>; message?: string };
  return { data: answer.data, message: answer.message ?? null, status: response.status, bare: answer };
}

/** A file, such as a receipt. */
export async function download<P extends PathFor<'GET'>>(
  path: P,
  ...[options]: Partial<Call<'GET', P>> extends Call<'GET', P> ? [Call<'GET', P>?] : [Call<'GET', P>]
): Promise<Blob> {
  return fileOf(await authorised('GET', path, (options ?? {}) as Whatever));
}

/** A file that a call makes, such as a statement. */
export async function downloadMade<P extends PathFor<'POST'>>(
  path: P,
  ...[options]: Partial<Call<'POST', P>> extends Call<'POST', P> ? [Call<'POST', P>?] : [Call<'POST', P>]
): Promise<Blob> {
  return fileOf(await authorised('POST', path, (options ?? {}) as Whatever));
}

async function fileOf(response: Response): Promise<Blob> {
  if (!response.ok) throw await problemOf(response);
  // An incomplete file counts as no response.
  return response.blob().catch(() => {
    throw noAnswer();
  });
}

/** Sends the call; an expired token is renewed once and the call sent again. */
async function authorised(method: Method, path: string, options: Whatever): Promise<Response> {
  // The session was continued before the server had confirmed it.
  if (accessToken() === null && session.get().state === 'signed-in') await confirmed();
  const response = await send(method, path, options);
  if (response.status !== 401 || accessToken() === null) return response;
  if (await refresh()) return send(method, path, options);
  // The cookie was refused as well: the session is over. An unreachable server ends nothing.
  if (session.get().state === 'signed-out') onUnauthenticated();
  return response;
}

/** Throws if the server cannot confirm the session now. It may have ended it. */
async function confirmed(): Promise<void> {
  if (await refresh()) return;
  if (session.get().state !== 'signed-out') throw noAnswer();
  onUnauthenticated();
}

const textOf = (body: unknown): string | null => (body === undefined ? null : JSON.stringify(body));

/** Uploads a file as a multipart form. */
export async function upload<P extends PathFor<'POST'>>(
  path: P,
  file: File,
  values: Record<string, string> = {},
): Promise<Answer<DataOf<'POST', P>>> {
  const body = new FormData();
  body.set('file', file);
  const response = await authorised('POST', path, { body, path: values });
  if (!response.ok) throw await problemOf(response);
  const answer = (await response.json()) as { data: DataOf<'POST', P>; message?: string };
  return { data: answer.data, message: answer.message ?? null, status: response.status, bare: answer };
}

async function send(method: Method, path: string, options: Whatever): Promise<Response> {
  const headers = new Headers(options.headers);
  const token = accessToken();
  if (token !== null) headers.set('authorization', `Bearer ${token}`);
  if (business !== null) headers.set('x-business', business);
  if (options.passive) headers.set('x-passive', 'true');
  const isForm = options.body instanceof FormData;
  // The browser sets the content type of a form, with its boundary.
  if (options.body !== undefined && !isForm) headers.set('content-type', 'application/json');
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value !== null && value !== undefined && value !== '') query.set(name, String(value));
  }
  const suffix = query.size > 0 ? `?${query}` : '';
  const values = Object.entries(options.path ?? {});
  const address = values.reduce(
    (filled, [name, value]) => filled.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  );
  const asked = performance.now();
  try {
    const response = await fetch(`/api${address}${suffix}`, {
      method,
      headers,
      body: isForm ? (options.body as FormData) : textOf(options.body),
      credentials: 'same-origin',
      signal: options.signal ?? null,
    });
    noteRules(response.headers);
    noteTime(response.headers, asked);
    return response;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw noAnswer();
  }
}

export { Problem };
