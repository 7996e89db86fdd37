import type { Browser, BrowserContext, Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { accessibilityProblems, launchBrowser, newContext, type Watch } from './browser';
import { misfits, NARROWEST } from './large-text';
import { Sandbox } from './sandbox';
import { type Server, startServer } from './server';
import { still } from './settled';
import { allTranslated } from './translated';
import { within } from './within';

type Fixtures = {
  /** Whether pages may have a service worker: `test.extend({ serviceWorkers: 'allow' })` for a file. */
  serviceWorkers: 'allow' | 'block';
  /** Whether the browser translates the pages: `test.extend({ translated: true })` for a file. */
  translated: boolean;
  shared: Server;
  server: Server;
  browser: Browser;
  sandbox: Sandbox;
  watch: Watch;
  context: BrowserContext;
  page: Page;
};

/**
 * A journey's test: one browser per worker, one server and database per file, one fresh browser profile per test. A
 * second try gets its own server and database, because the first may have used up what the journey needs, such as a
 * user's BVN. A test fails if a page logged an error, violated its content policy, threw, or received a 5xx, unless
 * `watch.allow` names it.
 */
export const test = base.extend<Fixtures & { opened: { context: BrowserContext; watch: Watch } }>({
  serviceWorkers: 'block',
  translated: allTranslated,
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from this pattern
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
      server.remove();
    },
    { scope: 'file' },
  ],
  server: async ({ shared, task }, use) => {
    if (!task.result?.retryCount) return use(shared);
    const server = await startServer();
    await use(server);
    await server.stop();
    server.remove();
  },
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from this pattern
    async ({}, use) => useBrowser('shell', use),
    { scope: 'worker' },
  ],
  sandbox: async ({ server }, use) => use(new Sandbox(server.url)),
  opened: async ({ browser, server, serviceWorkers, translated, task }, use) => {
    const opened = await newContext(browser, server.url, { serviceWorkers, translated });
    await use(opened);
    if (task.result?.state === 'fail') await keepEvidence(opened.context, task.name, server);
    await within(`the profile of '${task.name}'`, opened.context.close());
    expect(opened.watch.unexpected()).toEqual([]);
  },
  context: async ({ opened }, use) => use(opened.context),
  watch: async ({ opened }, use) => use(opened.watch),
  page: async ({ context }, use) => use(await context.newPage()),
});

async function useBrowser(kind: 'shell' | 'whole', use: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await launchBrowser(kind);
  await use(browser);
  await within('the browser', browser.close());
}

/** A journey's test in full Chromium, for features that the headless shell lacks, such as notifications. */
export const testInWhole = test.extend<{ browser: Browser }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads a fixture's needs from this pattern
    async ({}, use) => useBrowser('whole', use),
    { scope: 'worker' },
  ],
});

export { expect };

/**
 * Fails with the accessibility rules that the screen breaks and, for a sheet, with text that cannot be read at twice
 * its size.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await still(page);
  expect(await accessibilityProblems(page), `accessibility of ${page.url()}`).toEqual([]);
  if ((await page.locator('[data-sheet]').count()) > 0)
    expect(await misfits(page, NARROWEST), `large text in a sheet of ${page.url()}`).toEqual([]);
}

/** Saves screenshots of a failed test's pages in the folder that E2E_EVIDENCE names. */
async function keepEvidence(context: BrowserContext, name: string, server: Server): Promise<void> {
  const folder = process.env.E2E_EVIDENCE;
  if (!folder) return;
  const { mkdirSync, writeFileSync } = await import('node:fs');
  mkdirSync(folder, { recursive: true });
  const stem = name.replaceAll(/\W+/g, '-').slice(0, 60);
  for (const [index, page] of context.pages().entries()) {
    await page.screenshot({ path: `${folder}/${stem}-${index}.png` }).catch(() => undefined);
    writeFileSync(
      `${folder}/${stem}-${index}.txt`,
      `${page.url()}\n${await page
        .locator('body')
        .ariaSnapshot()
        .catch(() => '')}`,
    );
  }
  writeFileSync(`${folder}/${stem}.log`, server.log());
}
