import { appendFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from 'playwright-core';
import { newContext } from '../harness/browser';
import { demo } from '../harness/person';
import { builtWebapp, startServer } from '../harness/server';
import { test as base, expect, expectAccessible } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';

const test = base.extend({ serviceWorkers: 'allow' });

const keptOnTheDevice = (page: Page) =>
  page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));

test('without anything kept of the session the app opens offline, says so, and recovers once online', async ({
  page,
  context,
  watch,
}) => {
  watch.allowOffline();
  watch.allow(/Problem: no response/);
  await arrive(page, demo);
  await keptOnTheDevice(page);
  await page.addInitScript(() => localStorage.removeItem('active at'));
  await context.setOffline(true);
  await page.reload();
  await heading(page, 'You are offline').waitFor();
  await page.getByText('Oops! No internet connection.').waitFor();
  await page.getByRole('banner').getByText('Ajo').waitFor();
  await expectAccessible(page);
  await context.setOffline(false);
  // Without any action, and still signed in.
  await page.getByTestId('balance').waitFor();
});

test('requests are retried automatically while the connection recovers or the server is busy', async ({
  page,
  watch,
}) => {
  watch.allow(
    /Problem: no response/,
    /503 .*\/api\/auth\/refresh/,
    /503 \(Service Unavailable\)/,
    /ERR_FAILED/,
  );
  await arrive(page, demo);
  const answers = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Busy.' } }),
  ];
  await page.route('**/api/auth/refresh', (route) =>
    (answers.shift() ?? ((one: Route) => one.continue()))(route),
  );
  await page.reload();
  await heading(page, 'This page did not load').waitFor();
  await page.getByTestId('balance').waitFor({ timeout: 30_000 });
  expect(answers).toEqual([]);
});

test('server data is in none of the worker’s caches', async ({ page }) => {
  await arrive(page, demo);
  await keptOnTheDevice(page);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    const stores = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return stores.flat().map(({ url }) => new URL(url).pathname);
  });
  expect(kept).toContain('/index.html');
  const modules = kept.flatMap((path) => /\/([a-z]+)[^/]*\.wasm$/.exec(path)?.[1] ?? []);
  expect(modules.sort()).toEqual(['entry', 'later', 'rules']);
  expect(kept.filter((path) => /^\/(api|app)\/|estimate|\/sw\.js/.test(path))).toEqual([]);
});

test('a phone can install the app: name, icon and start page are in the manifest', async ({
  page,
  server,
}) => {
  await page.goto('/login');
  const session = await page.context().newCDPSession(page);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // The remaining error concerns this browser window, not the app.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const manifest = await (await fetch(`${server.url}/manifest.webmanifest`)).json();
  expect(manifest).toMatchObject({ name: 'Ajo', display: 'standalone', start_url: '/' });
});

test('a newer version is announced and installed on request, without losing typed text', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-newer-'));
  cpSync(builtWebapp, folder, { recursive: true });
  // The compressed copies would hide the change.
  for (const suffix of ['br', 'gz']) rmSync(join(folder, `sw.js.${suffix}`), { force: true });
  const server = await startServer({ AJO_WEBAPP_DIR: folder });
  const { context } = await newContext(browser, server.url, { serviceWorkers: 'allow' });
  try {
    const page = await context.newPage();
    await page.goto('/login');
    await keptOnTheDevice(page);
    // From the second visit on, the worker serves the page.
    await page.reload();
    await field(page, 'Email').fill(demo.email);

    appendFileSync(join(folder, 'sw.js'), '\n// newer\n');
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((known) => known?.update()));
    await page.getByText('A newer version is ready.').waitFor();
    await expectAccessible(page);
    expect(await field(page, 'Email').inputValue()).toBe(demo.email);

    await Promise.all([page.waitForEvent('load'), press(page, 'Reload')]);
    await field(page, 'Email').waitFor();
    expect(await page.getByText('A newer version is ready.').count()).toBe(0);
  } finally {
    await context.close();
    await server.stop();
    server.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('newer rules on the server are announced, and nothing typed is lost', async ({ page }) => {
  await page.route('**/api/**', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'x-rules-version': 'newer' } });
  });
  await page.goto('/login');
  await page.getByText('A newer version is ready.').waitFor();
  await field(page, 'Email').fill('nobody');
  await field(page, 'Password').fill('Mango-Season-24');
  await Promise.all([page.waitForEvent('load'), press(page, 'Reload')]);
  await expect.poll(() => field(page, 'Email').inputValue()).toBe('nobody');
  expect(await field(page, 'Password').inputValue()).toBe('');
  expect(await page.evaluate(() => sessionStorage.getItem('typed before the update'))).toBeNull();
});

test('the typeface loads after the first page, and is cached on the device', async ({
  page,
  context,
  watch,
}) => {
  watch.allowOffline();
  const order: string[] = [];
  page.on('request', (request) => order.push(new URL(request.url()).pathname));
  await page.goto('/login');
  await field(page, 'Email').waitFor();
  const isTypeface = (path: string) => path.endsWith('.woff2');
  await expect.poll(() => order.some(isTypeface)).toBe(true);
  const first = order.findIndex(isTypeface);
  expect(order.slice(0, first)).toContain('/api/app-configuration');
  expect(order.slice(0, first).some((path) => path.endsWith('.wasm'))).toBe(true);
  const loaded = () => page.evaluate(() => document.fonts.check('700 16px "Plus Jakarta Sans"', '₦ẹ́'));
  await expect.poll(loaded).toBe(true);

  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');
  await context.setOffline(true);
  await page.reload();
  await field(page, 'Email').waitFor();
  await expect.poll(loaded).toBe(true);
});
