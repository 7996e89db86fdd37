import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { newContext } from '../harness/browser';
import { expect, test } from '../harness/test';
import { field } from '../screens/entry';
import { sheet } from '../screens/wallet';
import { ANSWERS, NOW } from './pictures/answers';

/**
 * Six screens, pixel by pixel beside the pictures in the repository: with answers of our own, a clock that stands still, no
 * motion and the typeface of the app, so that nothing but the look can differ. `make pictures` renews them.
 */
const baseline = (name: string) => fileURLToPath(new URL(`./pictures/${name}.png`, import.meta.url));
const renew = process.env.PICTURES_RENEW === '1';

/** Edges of letters differ a little between versions of the browser. */
const CHANNEL_TOLERANCE = 40;
const SHARE_OF_PIXELS = 0.002;

async function open(browser: Browser, origin: string, theme: 'light' | 'dark'): Promise<Page> {
  const { context } = await newContext(browser, origin, {
    colorScheme: theme,
    serviceWorkers: 'block',
    deviceScaleFactor: 1,
  });
  await context.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
  const page = await context.newPage();
  await page.clock.setFixedTime(NOW);
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const answer = ANSWERS[pathname];
    // The brand is the server's own.
    if (answer === undefined) return route.continue();
    await route.fulfill({ json: { data: answer } });
  });
  return page;
}

async function still(page: Page): Promise<void> {
  await page.waitForFunction(() => document.fonts.check('700 16px "Plus Jakarta Sans"', '₦'));
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.waitForFunction(() => document.getElementById('preloader') === null);
}

/** The share of pixels that differ, counted in the browser; 1 for another size. */
function differing(page: Page, one: Buffer, other: Buffer): Promise<number> {
  const sources = [one, other].map((png) => png.toString('base64'));
  return page.evaluate(
    async ({ sources, tolerance }) => {
      const pixels = async (source: string) => {
        const bytes = Uint8Array.from(atob(source), (character) => character.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(image.width, image.height);
        const drawing = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
        drawing.drawImage(image, 0, 0);
        return drawing.getImageData(0, 0, image.width, image.height);
      };
      const [a, b] = await Promise.all(sources.map(pixels));
      if (!a || !b || a.width !== b.width || a.height !== b.height) return 1;
      let different = 0;
      for (let at = 0; at < a.data.length; at += 4) {
        const far = [0, 1, 2].some(
          (channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > tolerance,
        );
        if (far) different += 1;
      }
      return different / (a.data.length / 4);
    },
    { sources, tolerance: CHANNEL_TOLERANCE },
  );
}

const SCREENS: { name: string; theme: 'light' | 'dark'; show: (page: Page) => Promise<unknown> }[] = [
  {
    name: 'login',
    theme: 'light',
    show: (page) => page.goto('/login').then(() => field(page, 'Email').waitFor()),
  },
  { name: 'dashboard', theme: 'light', show: dashboard },
  { name: 'dashboard-dark', theme: 'dark', show: dashboard },
  {
    name: 'receipt',
    theme: 'light',
    show: async (page) => {
      await dashboard(page);
      await page.getByRole('region', { name: 'Recent transactions' }).getByRole('button').first().click();
      await sheet(page).getByText('Reference', { exact: true }).waitFor();
    },
  },
  {
    name: 'verify',
    theme: 'light',
    show: (page) => page.goto('/verify').then(() => page.getByText(/steps done/).waitFor()),
  },
  {
    name: 'register-dark',
    theme: 'dark',
    show: (page) => page.goto('/register').then(() => field(page, 'Email').waitFor()),
  },
];

async function dashboard(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await page.getByTestId('balance').waitFor();
  await page.getByRole('region', { name: 'Recent transactions' }).getByRole('button').first().waitFor();
}

test('six screens look as they did', async ({ browser, server, page }) => {
  mkdirSync(fileURLToPath(new URL('./pictures/', import.meta.url)), { recursive: true });
  await page.goto('about:blank');
  const changed: string[] = [];
  for (const { name, theme, show } of SCREENS) {
    const shown = await open(browser, server.url, theme);
    // The entry is for visitors.
    if (/login|register/.test(name))
      await shown.route('**/api/auth/refresh', (route) => route.fulfill({ status: 401, json: {} }));
    await show(shown);
    await still(shown);
    const picture = await shown.screenshot({ animations: 'disabled', caret: 'hide' });
    await shown.context().close();
    if (renew) {
      writeFileSync(baseline(name), picture);
      continue;
    }
    if (!existsSync(baseline(name))) {
      changed.push(`${name}: there is no picture to compare it with`);
      continue;
    }
    const share = await differing(page, readFileSync(baseline(name)), picture);
    if (share <= SHARE_OF_PIXELS) continue;
    changed.push(`${name}: ${(share * 100).toFixed(2)} % of its pixels differ`);
    const evidence = process.env.E2E_EVIDENCE;
    if (evidence) {
      mkdirSync(evidence, { recursive: true });
      writeFileSync(`${evidence}/${name}.png`, picture);
    }
  }
  expect(changed).toEqual([]);
});
