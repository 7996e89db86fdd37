import type { Page } from 'playwright-core';
import { hold } from '../harness/held';
import { demo } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, heading } from '../screens/entry';

// The pages inside have their header and footer before the app's scripts, in a browser with a session.

const holdScripts = (page: Page) => hold(page, /\/assets\/(?:app|vendor|first)-.*\.js$/);

const frame = (page: Page) => page.locator('#first');

/** Waits for the frame: until the style sheet is there, those of all pages are displayed. */
const drawnFrame = (page: Page) =>
  expect.poll(() => frame(page).locator('nav[data-footer]').filter({ visible: true }).count()).toBe(1);

/** The places and colours of what the frame and the app have in common: not those of a number on the bell. */
const drawn = (page: Page, within: string) =>
  page
    .locator(
      `${within} :is(header, nav[data-footer]), ${within} :is(header, nav[data-footer]) :is(a, button, img, svg)`,
    )
    .evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => {
          const { x, y, width, height } = one.getBoundingClientRect();
          const { color, backgroundColor } = getComputedStyle(one);
          return [one.tagName, x, y, width, height, color, backgroundColor].join(' ');
        }),
    );

for (const view of [{}, { theme: 'dark' }, { 'view-mode': 'rtl' }] as Record<string, string>[])
  test(`the app takes the place of the frame without moving anything: ${JSON.stringify(view)}`, async ({
    page,
    watch,
  }) => {
    watch.allow(/woff2/);
    await page.addInitScript((stored) => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    }, view);
    await page.route('**/*.woff2', (route) => route.abort());
    await arrive(page, demo);
    const release = await holdScripts(page);
    await page.reload({ waitUntil: 'commit' });
    await drawnFrame(page);
    await expectAccessible(page);
    const before = await drawn(page, '#first');
    expect(before.length).toBeGreaterThan(12);
    release();
    await page.getByTestId('balance').waitFor();
    expect(await frame(page).count()).toBe(0);
    expect(await drawn(page, '#root')).toEqual(before);
  });

test('a press before the app is there opens the menu as soon as it is', async ({ page }) => {
  await arrive(page, demo);
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await frame(page).getByRole('button', { name: 'Menu' }).click();
  release();
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
});

test('other pages have the frame with content of their own size', async ({ page }) => {
  await arrive(page, demo);
  const release = await holdScripts(page);
  await page.goto('/transaction', { waitUntil: 'commit' });
  await frame(page).getByRole('status', { name: 'Loading' }).waitFor();
  await frame(page).getByRole('banner').getByText('Ajo', { exact: true }).waitFor();
  expect(await frame(page).getByRole('heading').count()).toBe(0);
  release();
  await heading(page, 'Transaction').waitFor();
  expect(await frame(page).count()).toBe(0);
});

test('without a session, and after one, there is no frame', async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await page.getByRole('status', { name: 'Loading' }).last().waitFor();
  expect(await frame(page).isVisible()).toBe(false);
  release();
  await heading(page, 'Welcome back').waitFor();
});

test('a session that is over leads from the frame to the sign-in', async ({ page, context }) => {
  await arrive(page, demo);
  await context.clearCookies();
  const release = await holdScripts(page);
  await page.reload({ waitUntil: 'commit' });
  await drawnFrame(page);
  release();
  await heading(page, 'Welcome back').waitFor();
  expect(await frame(page).count()).toBe(0);
});
