import { beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
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

it('keeps what is typed over the reload for a newer version, without secrets', async () => {
  localStorage.setItem('uuid', 'ada');
  const before = await loaded();
  before.keep('transfer.amount', { amount: '5000' });
  before.openForm('withdraw', () => ({ amount: '700', pin: '2580', account_number: '0123456789' }));
  before.keepOverUpdate();
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('2580');
  vi.resetModules();
  const after = await loaded();
  // Before the session is restored, and for the same user only.
  after.takeOverUpdate(null);
  expect(after.typedBefore('withdraw')).toEqual({});
  after.takeOverUpdate('ada');
  expect(after.typedBefore('withdraw')).toEqual({ amount: '700', account_number: '0123456789' });
  expect(after.keptOf('transfer.amount')).toEqual({ amount: '5000' });
  // Once.
  after.openForm('withdraw', () => ({}));
  expect(after.typedBefore('withdraw')).toEqual({});
  expect(sessionStorage.length).toBe(0);
});

it('keeps nothing for another user, nor for another page', async () => {
  localStorage.setItem('uuid', 'ada');
  const before = await loaded();
  before.openForm('withdraw', () => ({ amount: '700' }));
  before.keepOverUpdate();
  vi.resetModules();
  const other = await loaded();
  other.takeOverUpdate('obi');
  expect(other.typedBefore('withdraw')).toEqual({});
  expect(sessionStorage.length).toBe(0);

  other.openForm('withdraw', () => ({ amount: '700' }));
  other.keepOverUpdate();
  history.replaceState(null, '', '/elsewhere');
  vi.resetModules();
  const elsewhere = await loaded();
  elsewhere.takeOverUpdate('ada');
  expect(elsewhere.typedBefore('withdraw')).toEqual({});
});
