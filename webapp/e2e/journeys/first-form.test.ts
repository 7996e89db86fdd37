import type { Page } from 'playwright-core';
import { newContext } from '../harness/browser';
import { hold } from '../harness/held';
import { demo } from '../harness/person';
import { frames } from '../harness/settled';
import { expect, expectAccessible, test } from '../harness/test';
import { arriveByForm, field, heading, press } from '../screens/entry';

// The sign-in page includes its form, which can be used before the app's scripts have loaded.

const holdScripts = (page: Page) => hold(page, /\/assets\/(?:app|vendor)-.*\.js$/);

const isOver = (page: Page) => page.waitForFunction(() => document.getElementById('first') === null);

/** The positions and colours of the visible elements. */
const drawn = (page: Page, within: string) =>
  page.locator(`${within} :is(h1, label, input, button, a, img)`).evaluateAll((all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const { color, backgroundColor } = getComputedStyle(one);
      return [one.tagName, one.textContent, x, y, width, height, color, backgroundColor].join(' ');
    }),
  );

test('a user signs in before the app’s scripts have loaded', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, 'Email').fill(demo.email);
  await field(page, 'Password').fill(demo.password);
  await page.keyboard.press('Enter');
  await expectAccessible(page);
  // Nothing was sent: no address contains the password.
  expect(new URL(page.url()).search).toBe('');
  expect(await page.getByRole('button', { name: 'Log in', exact: true }).getAttribute('aria-busy')).toBe(
    'true',
  );
  release();
  await page.waitForURL('**/dashboard');
});

for (const view of [{}, { theme: 'dark' }, { 'view-mode': 'rtl' }] as Record<string, string>[])
  test(`the app takes over the form as it stands: ${JSON.stringify(view)}`, async ({ page, watch }) => {
    watch.allow(/woff2/);
    await page.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    }, view);
    // The typeface loads later, and is not part of the comparison.
    await page.route('**/*.woff2', (route) => route.abort());
    const release = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await field(page, 'Email').fill(demo.email);
    await field(page, 'Password').fill(demo.password.slice(0, -1));
    await page.locator('#first img').evaluate((logo: HTMLImageElement) => logo.decode());
    const before = await drawn(page, '#first');
    expect(before.length).toBeGreaterThan(10);
    release();
    await isOver(page);
    expect(await drawn(page, '#root')).toEqual(before);
    await page.keyboard.type(demo.password.slice(-1));
    expect(await field(page, 'Email').inputValue()).toBe(demo.email);
    expect(await field(page, 'Password').inputValue()).toBe(demo.password);
  });

test('the form has its colours at once, without a transition from the browser’s own', async ({ page }) => {
  await page.addInitScript(() => {
    const began: string[] = [];
    addEventListener('transitionrun', ({ propertyName }) => began.push(propertyName), true);
    Object.assign(globalThis, { began });
  });
  const release = await hold(page, /\/assets\/app-.*\.css$/);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('#first').waitFor({ state: 'attached' });
  // Reading a position or colour before the style sheet has loaded makes the browser compute its own.
  await page
    .locator('#first button')
    .first()
    .evaluate((button) => getComputedStyle(button).color);
  release();
  await page.locator('#first, #root main').first().waitFor();
  await frames(page, 3);
  expect(await page.evaluate(() => (globalThis as unknown as { began: string[] }).began)).toEqual([]);
});

test('a field that was typed into and left is validated once the rules have loaded', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, 'Email').fill('ada@');
  await field(page, 'Password').focus();
  release();
  await page.getByText('Enter an email address, like name@example.com.').waitFor();
  await isOver(page);
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('password');
});

test('a sign-in method chosen early stays chosen', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await press(page, 'Google');
  await press(page, 'BVN');
  release();
  await field(page, 'Bank verification number (BVN)').waitFor();
});

test('with the keyboard alone, the focus and a press stay where they are', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, 'Password').fill('Mango');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  release();
  await isOver(page);
  expect(await field(page, 'Password').getAttribute('type')).toBe('text');
  const focused = page.getByRole('button', { name: 'Hide what is typed' });
  await expect.poll(() => focused.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(await field(page, 'Password').inputValue()).toBe('Mango');
});

test('ten thousand characters, a double tap and a reload', async ({ page }) => {
  const release = await holdScripts(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, 'Email').fill('a'.repeat(10_000));
  await page.reload({ waitUntil: 'commit' });
  await field(page, 'Email').fill(`${'a'.repeat(10_000)}@example.com`);
  await field(page, 'Password').fill(demo.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).dblclick();
  release();
  await page.getByText('Enter an email address, like name@example.com.').waitFor();
  await field(page, 'Email').fill(demo.email);
  await press(page, 'Log in');
  await page.waitForURL('**/dashboard');
  expect(sent.filter((path) => path === '/api/auth/login').length).toBe(1);
});

test('the form has the brand’s name and colours, and is readable in all of them', async ({
  browser,
  server,
}) => {
  const colours = ['--primary-text', '--primary-background', '--secondary-background', '--accent'];
  server.run(
    'tenant',
    'add',
    'murky',
    '--name',
    'Murk & <i>Co</i>',
    '--logo',
    '/brands/ajo.svg',
    ...colours.flatMap((name) => [name, '#101010']),
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    const { context, watch } = await newContext(browser, `http://murky.localhost:${server.port}`, {
      colorScheme,
    });
    const page = await context.newPage();
    const release = await holdScripts(page);
    await page.goto('/login', { waitUntil: 'commit' });
    await page.getByRole('main').getByText('Murk & <i>Co</i>', { exact: true }).waitFor();
    await expectAccessible(page);
    const before = await page.locator('#first').evaluate((form) => getComputedStyle(form).color);
    release();
    await isOver(page);
    expect(await page.locator('#root').evaluate((app) => getComputedStyle(app).color)).toBe(before);
    await context.close();
    expect(watch.unexpected()).toEqual([]);
  }
});

test('signed-in users never see the form', async ({ browser, server }) => {
  const { context } = await newContext(browser, server.url);
  await arriveByForm(await context.newPage(), demo);
  const page = await context.newPage();
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.locator('#first').waitFor({ state: 'attached' });
  await page.getByRole('status', { name: 'Loading' }).waitFor();
  expect(await page.locator('#first').isVisible()).toBe(false);
  release();
  await page.waitForURL('**/dashboard');
  await isOver(page);
  await context.close();
});

test('scripts that failed to load are requested again by pressing a button', async ({ page, watch }) => {
  // The browser reports the failed import without a message.
  watch.allow(/ERR_FAILED/, /^uncaught: $/);
  await page.route(/\/assets\/app-.*\.js$/, (route) => route.abort());
  await page.goto('/login');
  await page
    .getByText('The app did not load completely. Please check your connection and try again.')
    .waitFor();
  await expectAccessible(page);
  await page.unroute(/\/assets\/app-.*\.js$/);
  await press(page, 'Log in');
  await isOver(page);
  await heading(page, 'Welcome back').waitFor();
});

test('a typed address is kept on the page for a forgotten password', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, 'Email').fill(demo.email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  release();
  await heading(page, 'Reset your password').waitFor();
  expect(await field(page, 'Email').inputValue()).toBe(demo.email);
});

test('a press followed by typing is dropped', async ({ page }) => {
  const release = await holdScripts(page);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(new URL(request.url()).pathname));
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, 'Email').fill(demo.email);
  await page.keyboard.press('Enter');
  await field(page, 'Password').fill(demo.password);
  release();
  await isOver(page);
  await press(page, 'Log in');
  await page.waitForURL('**/dashboard');
  expect(sent.filter((path) => path === '/api/auth/login').length).toBe(1);
});

test('a finger held down during the takeover presses its button, and nothing is lost', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await field(page, 'Email').fill(demo.email);
  await field(page, 'Password').fill(demo.password);
  await page.getByRole('button', { name: 'Log in', exact: true }).hover();
  await page.mouse.down();
  release();
  await page.waitForURL('**/dashboard');
  await page.mouse.up();
});

test('nothing of the first form remains, and the scroll position is kept', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 400 });
  const release = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Terms and consent' }).scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(50);
  release();
  await isOver(page);
  await page.locator('[data-typeface]').waitFor({ state: 'attached' });
  expect(await page.evaluate(() => scrollY)).toBe(before);
  await page.waitForFunction(() => document.getElementById('preloader') === null);
});
