import type { Page } from 'playwright-core';
import { newContext } from '../harness/browser';
import { demo } from '../harness/person';
import { test as base, expect } from '../harness/test';
import { arriveByForm, field } from '../screens/entry';

const test = base.extend({ serviceWorkers: 'allow' });

/** The limits of `make size`, applied to the bytes transferred. */
const budget = { js: 135_000, css: 15_000, wasm: 60_000 };
/** Everything together, without headers. Bytes. */
const whole = 195_000;
/** Requests until the page is usable; the rules inside, the typeface and the offline copy come later. */
const mostRequests = { login: 14, dashboard: 24 };
/** Smaller files are not worth compressing. Bytes. */
const smallest = 1_000;

/** Fetched once the first page is shown, in any order. */
const LATER = {
  visitor: /\.woff2$|workbox|rules_bg/,
  member: /\.woff2$|workbox|pusher|overdue|notices\/unread$|\/assets\/later-|\/assets\/push-/,
};

/** The paths requested until then. */
function untilIdle(page: Page, who: keyof typeof LATER): string[] {
  const asked: string[] = [];
  let over = false;
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    over ||= LATER[who].test(pathname);
    if (!over) asked.push(pathname);
  });
  return asked;
}

/**
 * The modules that were requested. On a busy machine the preload may have ended before the app's request, which the
 * cache then answers.
 */
const modulesOf = (paths: string[]) => [
  ...new Set(paths.flatMap((path) => /\/([a-z]+)[^/]*\.wasm$/.exec(path)?.[1] ?? [])),
];

test('few files are requested before a page is usable', async ({ page, browser, server }) => {
  const signIn = untilIdle(page, 'visitor');
  await page.goto('/login', { waitUntil: 'networkidle' });
  await field(page, 'Email').waitFor();
  console.log(`first load of /login: ${signIn.length} requests`);
  expect(signIn.length, signIn.join('\n')).toBeLessThanOrEqual(mostRequests.login);
  expect(modulesOf(signIn)).toEqual(['entry']);

  const { context } = await newContext(browser, server.url, { serviceWorkers: 'allow' });
  const member = await context.newPage();
  await arriveByForm(member, demo);
  await context.storageState();
  // The same browser without its caches: the first visit of the day.
  const fresh = await context.newPage();
  const session = await context.newCDPSession(fresh);
  await session.send('Network.enable');
  await session.send('Network.setBypassServiceWorker', { bypass: true });
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const inside = untilIdle(fresh, 'member');
  await fresh.goto('/dashboard');
  await fresh.getByTestId('balance').waitFor();
  await fresh.waitForLoadState('networkidle');
  console.log(`first load of /dashboard: ${inside.length} requests`);
  expect(inside.length, inside.join('\n')).toBeLessThanOrEqual(mostRequests.dashboard);
  // In a browser with a signed-in user, neither the sign-in pages' module nor the part for plans is loaded.
  expect(modulesOf(inside)).toEqual(['rules']);
  await context.close();
});

test('the first load of the sign-in is small, and nothing is fetched from other hosts', async ({
  page,
  server,
}) => {
  const kinds: Record<string, number> = { js: 0, css: 0, wasm: 0 };
  const later: Record<string, number> = {};
  const before = untilIdle(page, 'visitor');
  const foreign: string[] = [];
  const plain: string[] = [];
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.origin !== server.url && url.protocol !== 'data:') foreign.push(response.url());
    const kind = url.pathname.split('.').pop() ?? '';
    if (!(kind in kinds)) return;
    pending.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => {
          const into = before.includes(url.pathname) ? kinds : later;
          into[kind] = (into[kind] ?? 0) + responseBodySize;
        }),
    );
    const { 'content-encoding': encoding, 'content-length': length } = response.headers();
    if (encoding !== 'br' && Number(length ?? Number.POSITIVE_INFINITY) > smallest) plain.push(url.pathname);
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await field(page, 'Email').waitFor();
  await Promise.all(pending);
  console.log(
    `first load of /login, bytes: ${JSON.stringify(kinds)}; while the visitor types: ${JSON.stringify(later)}`,
  );
  expect(foreign, 'fetched from elsewhere').toEqual([]);
  expect(plain, 'sent uncompressed').toEqual([]);
  for (const [kind, most] of Object.entries(budget)) expect(kinds[kind], kind).toBeLessThanOrEqual(most);
  expect(Object.values(kinds).every((bytes) => bytes > 0)).toBe(true);
  expect(Object.values(kinds).reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(whole);
});
