import type { Page, Route } from 'playwright-core';
import { demo, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, arriveByForm, field, fillRegistration, heading, login, press } from '../screens/entry';

/** The module for the screens inside, which loads while visitors type, and its part for plans, coins, signals and bills. */
const INSIDE = /\/rules_bg.*\.wasm$/;
const LATER = /\/later.*\.wasm$/;

/** The rule modules and parts that the page requests. */
function modulesOf(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const [, module] = /\/(entry|rules|later)[^/]*\.wasm$/.exec(request.url()) ?? [];
    if (module) asked.push(module);
  });
  return asked;
}

/** Removes the service worker, so that requests reach the network, where a test can intercept them. */
const withoutWorker = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined }));

test('the pages before the sign-in need only the entry module', async ({ page, watch }) => {
  watch.allow(/net::ERR_FAILED/);
  await page.route(INSIDE, (route) => route.abort());
  const refused = () => expect.poll(() => page.locator('[aria-invalid=true]').count()).toBeGreaterThan(0);

  await page.goto('/code/FRIEND12');
  await page.waitForURL('**/splash');
  await page.goto('/login');
  await press(page, 'Log in');
  await refused();
  for (const method of ['BVN', 'NIN']) {
    await page.getByRole('button', { name: method, exact: true }).click();
    await page.getByLabel(new RegExp(`\\(${method}\\)`)).fill('123');
    await page.keyboard.press('Tab');
    await refused();
  }
  await page.goto('/register');
  await fillRegistration(page, newPerson());
  await page.getByRole('progressbar', { name: 'Password strength' }).waitFor();
  await field(page, 'Phone').fill('0803');
  await press(page, 'Create account');
  await refused();
  await page.goto('/forgot-password');
  await field(page, 'Email').fill('ada');
  await press(page, 'Reset Password');
  await refused();
  // The code in the link is wrong, so the page asks for another one.
  await page.goto('/reset-password?email=ada%40example.com&code=ABC-DEF');
  await page.waitForURL('**/otp-confirm-page**');
  await page.goto('/otp-confirm-page?email=ada%40example.com&page=verify-email');
  await page.getByLabel('Code, character 1 of 6').focus();
  await page.keyboard.type('AB1');
  await page.goto('/verified');
  await page.getByRole('heading', { level: 1 }).waitFor();
  // A visitor's link to an inner page leads to the sign-in.
  await page.goto('/withdraw');
  await page.waitForURL('**/login');
});

test('the rules inside load while the visitor types; after a reload they are loaded alone', async ({
  page,
}) => {
  await withoutWorker(page);
  const asked = modulesOf(page);
  await page.goto('/login');
  await expect.poll(() => asked).toEqual(['entry', 'rules']);
  await arriveByForm(page, demo);
  asked.length = 0;
  await page.reload();
  await page.getByTestId('balance').waitFor();
  expect(asked).toEqual(['rules']);
});

test('a sign-in faster than the rules waits for them', async ({ page }) => {
  await withoutWorker(page);
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(INSIDE, async (route) => {
    await released;
    await route.continue();
  });
  await login(page, demo);
  await page.getByRole('main').getByRole('status', { name: 'Loading' }).waitFor();
  expect(await page.getByTestId('balance').count()).toBe(0);
  release();
  await page.getByTestId('balance').waitFor();
});

test('a sign-in whose rules fail to load says so, and continues when they arrive', async ({
  page,
  watch,
}) => {
  watch.allow(/net::ERR_FAILED|Failed to fetch|CatchBoundary|Warning: Error/);
  await withoutWorker(page);
  await page.route(INSIDE, (route) => route.abort());
  await login(page, demo);
  await heading(page, 'This page did not load').waitFor();
  await expectAccessible(page);
  await page.reload();
  await heading(page, 'The app did not load completely').waitFor();
  await expectAccessible(page);
  await page.unroute(INSIDE);
  await press(page, 'Try again');
  await page.getByTestId('balance').waitFor();
});

test('the rules of plans, coins, signals and bills load with the first of their screens', async ({
  page,
}) => {
  await withoutWorker(page);
  const asked = modulesOf(page);
  await arrive(page, demo);
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(['rules']);
  const nav = page.getByRole('navigation');
  await nav.locator('a[href="/settings"]').first().click();
  await heading(page, 'Settings').waitFor();
  expect(asked).toEqual(['rules']);
  await page.getByRole('main').getByRole('link', { name: 'Trading' }).click();
  await heading(page, 'Trade signals').waitFor();
  expect(asked).toEqual(['rules', 'later']);
  await page.goto('/my-savings');
  await heading(page, 'My savings').waitFor();
  expect(asked.slice(2).sort()).toEqual(['later', 'rules']);
});

test('a screen reports that its rules did not load, and opens once they do', async ({ page, watch }) => {
  watch.allow(/net::ERR_FAILED|Failed to (fetch|execute 'compile')|CatchBoundary|Warning: Error|503/);
  await withoutWorker(page);
  await arrive(page, demo);
  const answers = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, body: 'Busy.' }),
  ];
  await page.route(LATER, (route) => (answers.shift() ?? ((one: Route) => one.continue()))(route));
  await page.goto('/saves');
  await heading(page, 'This page did not load').waitFor();
  await expectAccessible(page);
  await press(page, 'Try again');
  await heading(page, 'This page did not load').waitFor();
  await press(page, 'Try again');
  await heading(page, 'What are you saving for?').waitFor();
  expect(answers).toEqual([]);
});

test('an error page blames the connection for a failed load, and the app for a fault', async ({
  page,
  watch,
}) => {
  watch.allow(/ERR_FAILED|dynamically imported|TypeError|CatchBoundary/);
  await withoutWorker(page);
  await arrive(page, demo);
  const savings = /\/assets\/saves-.*\.js$/;
  await page.route(savings, (route) => route.abort());
  await page.goto('/saves?all=yes');
  await heading(page, 'This page did not load').waitFor();
  await page.getByText('Please check your connection and try again.').waitFor();
  await page.unroute(savings);
  await page.route('**/api/plans?*', (route) => route.fulfill({ json: { data: {} } }));
  await press(page, 'Try again');
  await heading(page, 'This page is not working').waitFor();
  await page.getByText('The problem is in the app: your connection is fine.').waitFor();
  expect(await page.getByText(/check your connection/).count()).toBe(0);
  await expectAccessible(page);
  await press(page, 'See transactions');
  await page.waitForURL('**/transaction');
  await heading(page, 'Transaction').waitFor();
});

for (const [path, lost] of [
  ['/login', /\/assets\/start-.*\.js$/],
  ['/register', /\/assets\/app-.*\.js$/],
] as const)
  test(`a page that loads slowly offers a retry, whatever is missing: ${path}`, async ({ page, watch }) => {
    // Reported without its message.
    watch.allow(/net::ERR_FAILED/, /^uncaught: $/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.route(lost, (route) => route.abort());
    await page.goto(path);
    const again = page.getByRole('link', { name: 'Try again' });
    expect(await again.count()).toBe(0);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await again.waitFor();
    await expectAccessible(page);
    await page.unroute(lost);
    await again.click();
    await page.waitForFunction(() => document.getElementById('preloader') === null);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toBe(path);
  });
