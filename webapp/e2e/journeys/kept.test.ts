import type { Page } from 'playwright-core';
import { hold } from '../harness/held';
import { addFunds, newFundedMember, newMember } from '../harness/person';
import { test as base, expect, expectAccessible } from '../harness/test';
import { arrive, arriveByForm, openMenu, press } from '../screens/entry';

// The last answers of a session, which are shown on a slow line and without one.

const test = base.extend({ serviceWorkers: 'allow' });

/** The names of what is in the vault. */
const inVault = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const known = await indexedDB.databases();
    if (!known.some(({ name }) => name === 'ajo')) return [];
    const database = await new Promise<IDBDatabase>((done, fail) => {
      const opening = indexedDB.open('ajo');
      opening.onsuccess = () => done(opening.result);
      opening.onerror = () => fail(opening.error);
    });
    const names = await new Promise<string[]>((done) => {
      const reading = database.transaction('kept').objectStore('kept').getAllKeys();
      reading.onsuccess = () => done(reading.result.map(String));
    });
    database.close();
    return names;
  });

/** Waits until the answers are kept, and the app's files. */
async function kept(page: Page): Promise<void> {
  await expect.poll(() => inVault(page)).toEqual(['answers', 'key']);
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
}

const balance = (page: Page) => page.getByTestId('balance');
const asOf = (page: Page) => page.getByText(/^Balance as of \d/);

test('a reload without a connection shows the last figures with their time', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allowOffline();
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await kept(page);
  expect(await asOf(page).count()).toBe(0);

  await context.setOffline(true);
  await page.reload();
  await balance(page).getByText('5,000').waitFor();
  await asOf(page).waitFor();
  await page.getByText('Oops! No internet connection.').waitFor();
  await page.getByRole('banner').getByText('Hello, ').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await expectAccessible(page);

  await context.setOffline(false);
  await asOf(page).waitFor({ state: 'hidden' });
  await balance(page).getByText('5,000').waitFor();
});

test('hidden balances stay hidden without a connection', async ({ page, context, server, watch }) => {
  watch.allowOffline();
  await arrive(page, await newFundedMember(server.url, '5000.00'));
  await press(page, 'Hide balances');
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await asOf(page).waitFor();
  expect(await page.getByText('5,000').count()).toBe(0);
});

test('on a slow line the last figures stand until the new ones arrive', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await kept(page);
  // Money arrives while the app is closed.
  await page.goto('/healthz');
  await addFunds(server.url, member, '1000.00');
  const release = await hold(page, '**/api/auth/refresh');
  await page.goto('/dashboard');
  await balance(page).getByText('5,000').waitFor();
  await asOf(page).waitFor();
  release();
  await balance(page).getByText('6,000').waitFor();
  await asOf(page).waitFor({ state: 'hidden' });
});

test('signing out deletes what was kept, and the next person sees nothing of it', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allowOffline();
  watch.allow(/Problem: no response/);
  await arriveByForm(page, await newFundedMember(server.url, '5000.00'));
  await kept(page);
  await openMenu(page);
  await press(page, 'Log out');
  await page.waitForURL('**/login');
  await expect.poll(() => inVault(page)).toEqual([]);

  await arriveByForm(page, await newMember(server.url));
  await kept(page);
  await context.setOffline(true);
  await page.reload();
  await asOf(page).waitFor();
  expect(await page.getByText('5,000').count()).toBe(0);
});

test('figures are not shown to somebody who comes back after the session', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allowOffline();
  watch.allow(/Problem: no response/);
  await arrive(page, await newFundedMember(server.url, '5000.00'));
  await kept(page);
  await context.setOffline(true);
  await page.addInitScript(() => localStorage.setItem('active at', '2020-01-01T00:00:00.000Z'));
  await page.reload();
  await page.getByRole('heading', { name: 'You are offline' }).waitFor();
  expect(await balance(page).count()).toBe(0);
  await expect.poll(() => inVault(page)).toEqual([]);
});

test('a session that was ended elsewhere ends here too, whatever was kept', async ({
  page,
  context,
  server,
}) => {
  await arrive(page, await newFundedMember(server.url, '5000.00'));
  await kept(page);
  await context.clearCookies();
  const release = await hold(page, '**/api/auth/refresh');
  await page.reload();
  await balance(page).getByText('5,000').waitFor();
  release();
  await page.waitForURL('**/login');
  await expect.poll(() => inVault(page)).toEqual([]);
});
