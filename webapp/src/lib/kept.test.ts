import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});

/** Imports the module as a newly loaded page does. */
const loaded = () => import('./kept');

it('keeps the sign-up over a reload, and everything else in memory', async () => {
  const before = await loaded();
  before.keep('register', { name: 'Ada Obi' });
  before.keep('register', { email: 'ada@example.com' });
  before.keep('login', { email: 'ada@example.com' });
  vi.resetModules();
  const after = await loaded();
  expect(after.keptOf('register')).toEqual({ name: 'Ada Obi', email: 'ada@example.com' });
  expect(after.keptOf('login')).toEqual({});
});

it('forgets it for good', async () => {
  const before = await loaded();
  before.keep('register', { name: 'Ada Obi' });
  vi.resetModules();
  (await loaded()).forgetKept();
  vi.resetModules();
  expect((await loaded()).keptOf('register')).toEqual({});
  expect(sessionStorage.length).toBe(0);
});

it.each(['', 'null', '7', '{'])('starts empty if %o was stored', async (stored) => {
  sessionStorage.setItem('typed register', stored);
  expect((await loaded()).keptOf('register')).toEqual({});
});
