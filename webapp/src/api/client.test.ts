import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call, endSession, restore, whenUnauthenticated } from './client';
import { Problem } from './problem';
import { accessToken, session, signIn, signOutHere } from './session';
import type { Session } from './types';

const person = (token: string) =>
  ({
    uuid: 'u1',
    name: 'Ada Okafor',
    email: 'ada@example.com',
    profile: { first_name: 'Ada' },
    access_token: token,
    token_expires_at: '',
    idle_at: '',
    meta: { is_verified: true },
  }) as Session;

const answer = (status: number, body: unknown) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const UNAUTHENTICATED = { code: 'unauthenticated', message: 'Unauthenticated.' };

describe('calling the server', () => {
  beforeEach(() => {
    signOutHere();
    vi.unstubAllGlobals();
  });

  it('renews an expired token once, for all concurrent callers', async () => {
    signIn(person('old'));
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
      sent.push(path);
      if (path === '/api/auth/refresh') return answer(200, { data: person('new') });
      const fresh = headers.get('authorization') === 'Bearer new';
      return fresh ? answer(200, { data: path }) : answer(401, UNAUTHENTICATED);
    });
    const answers = await Promise.all([
      call('GET', '/accounts'),
      call('GET', '/rates'),
      call('GET', '/banks'),
    ]);
    expect(answers.map(({ data }) => data)).toEqual(['/api/accounts', '/api/rates', '/api/banks']);
    expect(sent.filter((path) => path === '/api/auth/refresh')).toHaveLength(1);
    expect(accessToken()).toBe('new');
  });

  it('escapes path values so that they stay within their segment', async () => {
    let asked = '';
    vi.stubGlobal('fetch', async (path: string) => {
      asked = path;
      return answer(200, { data: {} });
    });
    await call('GET', '/transaction/{reference}', { path: { reference: '../accounts?x=1' } });
    expect(asked).toBe('/api/transaction/..%2Faccounts%3Fx%3D1');
  });

  it('ends the session when the server does', async () => {
    signIn(person('old'));
    const ended = vi.fn();
    whenUnauthenticated(ended);
    vi.stubGlobal('fetch', async () => answer(401, UNAUTHENTICATED));
    await expect(call('GET', '/accounts')).rejects.toMatchObject({ message: 'Unauthenticated.' });
    expect(session.get().state).toBe('signed-out');
    expect(ended).toHaveBeenCalledOnce();
  });

  it('keeps the session while the server is unreachable', async () => {
    signIn(person('old'));
    const ended = vi.fn();
    whenUnauthenticated(ended);
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('Failed to fetch');
    });
    const problem = await call('GET', '/accounts').catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(Problem);
    expect(problem).toMatchObject({ lost: true, message: 'no response' });
    expect(session.get().state).toBe('signed-in');
    expect(ended).not.toHaveBeenCalled();
  });

  it('returns the violations of a refusal', async () => {
    const violations = [
      { field: 'amount', code: 'below_minimum', params: {}, message: 'you cannot withdraw below N200' },
    ];
    vi.stubGlobal('fetch', async () => answer(422, { code: 'refused', message: 'x', violations }));
    await expect(call('POST', '/auth/activity')).rejects.toMatchObject({ status: 422, violations });
  });
});

describe('signing out', () => {
  beforeEach(() => {
    signOutHere();
    vi.unstubAllGlobals();
  });

  /** A server with a response per path, which records the requested paths. */
  const server = (answers: Record<string, () => Response>) => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      const respond = answers[path];
      if (!respond) throw new TypeError('Failed to fetch');
      return respond();
    });
    return asked;
  };

  it('is retried before a session is restored, if the server was not reached', async () => {
    signIn(person('t'));
    server({});
    await endSession();
    signOutHere();
    // Another user of this device fakes a stored session.
    localStorage.setItem('uuid', 'u1');
    const asked = server({
      '/api/auth/refresh': () => answer(200, { data: person('new') }),
      '/api/auth/logout': () => answer(200, { data: {} }),
    });
    await restore();
    expect(asked).toEqual(['/api/auth/refresh', '/api/auth/logout']);
    expect([session.get().state, accessToken(), localStorage.getItem('uuid')]).toEqual([
      'signed-out',
      null,
      null,
    ]);
    await restore();
    expect(localStorage.getItem('log out first')).toBe(null);
  });

  it('is retried while the server fails, and complete when it knows no session', async () => {
    signIn(person('t'));
    server({ '/api/auth/logout': () => answer(500, { code: 'internal', message: 'x' }) });
    await endSession();
    signOutHere();
    await restore();
    server({
      '/api/auth/refresh': () => answer(200, { data: person('new') }),
      '/api/auth/logout': () => answer(503, { code: 'unavailable', message: 'x' }),
    });
    await restore();
    expect([session.get().state, localStorage.getItem('log out first')]).toEqual(['signed-out', 'true']);
    server({ '/api/auth/refresh': () => answer(401, UNAUTHENTICATED) });
    await restore();
    expect(localStorage.getItem('log out first')).toBe(null);
  });

  it.each([
    ['no answer', {}],
    [
      'a failure of the server',
      { '/api/auth/refresh': () => answer(503, { code: 'unavailable', message: 'x' }) },
    ],
  ])('leaves a session as it is on %s', async (_, answers) => {
    session.set({ state: 'restoring' });
    server(answers);
    await expect(restore()).rejects.toMatchObject({ lost: true });
    expect(session.get().state).toBe('restoring');
    server({ '/api/auth/refresh': () => answer(200, { data: person('new') }) });
    await restore();
    expect(session.get().state).toBe('signed-in');
  });

  it('needs no retry after a success, or after another sign-in', async () => {
    signIn(person('t'));
    server({ '/api/auth/logout': () => answer(200, { data: {} }) });
    await endSession();
    expect(localStorage.getItem('log out first')).toBe(null);
    server({});
    await endSession();
    signIn(person('t'));
    expect(localStorage.getItem('log out first')).toBe(null);
  });
});
