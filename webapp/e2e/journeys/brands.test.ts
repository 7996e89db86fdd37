import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { newContext, phone } from '../harness/browser';
import { hold } from '../harness/held';
import { newMember, newPerson } from '../harness/person';
import type { Server } from '../harness/server';
import { frames } from '../harness/settled';
import { expect, expectAccessible, test } from '../harness/test';
import { arriveByForm, field, heading, loginRefused, openMenu, press } from '../screens/entry';

const RIVER = {
  name: 'River Thrift',
  logo: `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600" viewBox="0 0 60 60">
    <circle cx="30" cy="30" r="28" fill="#7a1f5c"/><path d="M8 34q11-14 22 0t22 0" fill="none" stroke="#ffe08a" stroke-width="7"/></svg>`,
  banner: `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="600" viewBox="0 0 120 60">
    <path fill="#7a1f5c" d="M0 0h120v60H0z"/><path d="M0 40q15-20 30 0t30 0 30 0 30 0v20H0z" fill="#ffe08a"/></svg>`,
};

/** Palettes that no brand should choose, although some will. */
const AWFUL: Record<string, string[]> = {
  'yellow on white': ['#ffee00', '#fff59d', '#ffffff', '#fffde7', '#ffee00'],
  'black on black': ['#000000', '#111111', '#000000', '#0a0a0a', '#000000'],
  'red on green': ['#ff0000', '#00ff00', '#00aa00', '#ff5555', '#00ff00'],
  'grey on grey': ['128,128,128', '120,120,120', '127,127,127', '130,130,130', '125,125,125'],
};
const ARGUMENTS = [
  '--primary-text',
  '--secondary-text',
  '--primary-background',
  '--secondary-background',
  '--accent',
];

const palette = (colours: string[]) => colours.flatMap((colour, index) => [ARGUMENTS[index] ?? '', colour]);

/** Runs `backend tenant …`; returns the resulting brand. */
const brand = (server: Server, ...words: string[]): { id: string } =>
  JSON.parse(server.run('tenant', ...words));

/** Renders a drawing as an image file, as an operator would supply it. */
async function pictured(browser: Browser, drawing: string, file: string): Promise<string> {
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(drawing) ?? [];
  const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) } });
  await page.setContent(`<style>body{margin:0;background:transparent}svg{display:block}</style>${drawing}`);
  await page.screenshot({ path: file, omitBackground: true });
  await page.close();
  return file;
}

/** Saves a screenshot for manual inspection in the folder that E2E_EVIDENCE names. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_EVIDENCE;
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `brand-${name}.png`) });
}

/**
 * Records which colour transitions the next repaint starts, before the browser draws a frame; returns a function that
 * reads the record.
 */
async function noteTransitions(page: Page): Promise<() => Promise<string[]>> {
  const note = await page.evaluateHandle(() => {
    const noted: { transitions?: string[] } = {};
    const look = () => {
      const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
      const names = transitions.map((one) => one.transitionProperty);
      noted.transitions = names.filter((name) => name.endsWith('color'));
    };
    const bar = document.querySelector('meta[name="theme-color"]');
    if (bar) new MutationObserver(look).observe(bar, { attributes: true });
    return noted;
  });
  return async () => {
    await expect.poll(() => note.evaluate(({ transitions }) => transitions !== undefined)).toBe(true);
    return note.evaluate(({ transitions }) => transitions ?? []);
  };
}

const loaded = (page: Page, selector: string) =>
  expect
    .poll(() =>
      page
        .locator(selector)
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBeGreaterThan(0);

test('a brand on its subdomain has its own name, colours, pictures, icons and accounts', async ({
  browser,
  server,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-brand-'));
  const logo = await pictured(browser, RIVER.logo, join(folder, 'logo.png'));
  const banner = await pictured(browser, RIVER.banner, join(folder, 'banner.png'));
  const colours = palette(['#2b1022', '#6a4a5e', '#ffffff', '#fbf4f8', '#7a1f5c']);
  const { id } = brand(server, 'add', 'river', '--name', RIVER.name, '--logo-file', logo, ...colours);
  brand(server, 'set', 'river', '--banner-file', banner);
  rmSync(folder, { recursive: true });

  const { context, watch } = await newContext(browser, `http://river.localhost:${server.port}`);
  const page = await context.newPage();
  await page.goto('/splash');
  await heading(page, "We don't just hold your money!").waitFor();
  await loaded(page, 'img[src^="/media/brands/"][src$=".jpg"]');
  await loaded(page, 'img[src^="/media/brands/"][src$=".png"]');
  await expect.poll(() => page.title()).toBe(RIVER.name);
  await expectAccessible(page);
  await shoot(page, 'splash-light');

  const button = page.getByRole('link', { name: 'Get Started' });
  expect(await button.evaluate((link) => getComputedStyle(link).backgroundColor)).toBe('rgb(122, 31, 92)');
  expect(await page.locator('meta[name="theme-color"]').getAttribute('content')).toBe('#fbf4f8');

  // The tab, the home screen, the installed app.
  for (const link of ['icon', 'apple-touch-icon']) {
    const address = await page.locator(`link[rel="${link}"]`).getAttribute('href');
    const answer = await page.evaluate(async (path) => {
      const { status, url, headers } = await fetch(path ?? '');
      return { status, path: new URL(url).pathname, type: headers.get('content-type') };
    }, address);
    expect(answer).toMatchObject({ status: 200, type: 'image/png' });
    expect(answer.path).toMatch(/^\/media\/brands\/[0-9a-f]{32}\.png$/);
  }
  const session = await context.newCDPSession(page);
  const { data, errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const manifest = JSON.parse(data ?? '{}');
  expect(manifest).toMatchObject({ name: RIVER.name, theme_color: '#7a1f5c', background_color: '#ffffff' });
  expect(manifest.icons.map(({ sizes, purpose }: Record<string, string>) => `${sizes} ${purpose}`)).toEqual([
    '192x192 any',
    '512x512 any',
    '512x512 maskable',
  ]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);

  await button.click();
  await field(page, 'Email').waitFor();
  await page.getByRole('main').getByText(RIVER.name).waitFor();
  await shoot(page, 'login-light');

  const member = await newMember(server.url, newPerson(), id);
  await arriveByForm(page, member);
  await page.getByTestId('balance').waitFor();
  await expectAccessible(page);
  await shoot(page, 'dashboard-light');
  await openMenu(page);
  await press(page, 'Night mode');
  await press(page, 'Close');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await expectAccessible(page);
  await shoot(page, 'dashboard-dark');
  // Home has the person at its head, every other page the brand.
  await page.goto('/settings');
  await page.getByRole('banner').getByText(RIVER.name).waitFor();
  await loaded(page, 'header img');
  await context.close();

  // The same person is unknown to another brand.
  const other = await newContext(browser, `http://ajo.localhost:${server.port}`);
  const elsewhere = await other.context.newPage();
  await elsewhere.goto('/login');
  await field(elsewhere, 'Email').fill(member.email);
  await field(elsewhere, 'Password').fill(member.password);
  await press(elsewhere, 'Log in');
  await loginRefused(elsewhere);
  await other.context.close();
  expect([...watch.unexpected(), ...other.watch.unexpected()]).toEqual([]);
});

test.for(Object.keys(AWFUL))(
  '%s is readable all the same, in light and dark',
  async (name, { browser, server }) => {
    const identifier = name.replaceAll(' ', '-');
    const { id } = brand(server, 'add', identifier, '--name', name, ...palette(AWFUL[name] ?? []));
    for (const theme of ['light', 'dark'] as const) {
      const { context, watch } = await newContext(browser, `http://${identifier}.localhost:${server.port}`, {
        viewport: phone,
        colorScheme: theme,
      });
      const page = await context.newPage();
      await page.goto('/splash');
      await heading(page, "We don't just hold your money!").waitFor();
      await expectAccessible(page);
      await shoot(page, `${identifier}-splash-${theme}`);
      await page.goto('/login');
      await press(page, 'Log in');
      await expect.poll(() => field(page, 'Email').getAttribute('aria-invalid')).toBe('true');
      await expectAccessible(page);
      await shoot(page, `${identifier}-login-${theme}`);
      await arriveByForm(page, await newMember(server.url, newPerson(), id));
      await expectAccessible(page);
      await shoot(page, `${identifier}-dashboard-${theme}`);
      for (const path of ['/transaction', '/withdraw', '/settings', '/profile']) {
        await page.goto(path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expect
          .poll(() => page.getByText('Loading', { exact: true }).count(), { timeout: 10_000 })
          .toBe(0);
        await expectAccessible(page);
      }
      await context.close();
      expect(watch.unexpected()).toEqual([]);
    }
  },
);

test('nothing is shown before the colours are known', async ({ browser, server }) => {
  brand(server, 'add', 'late', '--name', 'Late', ...palette(AWFUL['black on black'] ?? []));
  const { context, watch } = await newContext(browser, `http://late.localhost:${server.port}`);
  const page = await context.newPage();
  const release = await hold(page, '**/api/app-configuration*');
  const rules = page.waitForResponse(/entry_bg.*\.wasm$/);
  await page.goto('/splash');
  await (await rules).finished();
  await frames(page, 30);
  expect(await page.getByRole('heading').count()).toBe(0);
  release();
  await heading(page, "We don't just hold your money!").waitFor();
  await expectAccessible(page);
  await context.close();
  expect(watch.unexpected()).toEqual([]);
});

test('a brand’s new colours replace the cached ones all at once', async ({ browser, server }) => {
  const light = palette(['#14181f', '#4a5361', '#ffffff', '#f4f6f8', '#0b6b4f']);
  brand(server, 'add', 'repainted', '--name', 'Repainted', ...light);
  const { context, watch } = await newContext(browser, `http://repainted.localhost:${server.port}`);
  const page = await context.newPage();
  await page.goto('/splash');
  await heading(page, "We don't just hold your money!").waitFor();

  brand(server, 'set', 'repainted', ...palette(AWFUL['black on black'] ?? []));
  const release = await hold(page, '**/api/app-configuration*');
  await page.reload();
  await heading(page, "We don't just hold your money!").waitFor();
  const bar = page.locator('meta[name="theme-color"]');
  expect(await bar.getAttribute('content')).toBe('#f4f6f8');
  const transitions = await noteTransitions(page);
  release();
  expect(await transitions()).toEqual([]);
  expect(await bar.getAttribute('content')).toBe('#0a0a0a');
  await expectAccessible(page);
  await context.close();
  expect(watch.unexpected()).toEqual([]);
});
