import type { Browser, Page } from 'playwright-core';
import { accessibilityProblems, newContext } from '../harness/browser';
import { openRoutes, thirds, visitAll } from '../harness/everywhere';
import { still } from '../harness/settled';
import { expect, test } from '../harness/test';
import { visitAllAsMember } from '../screens/every-page';

type Theme = 'light' | 'dark';
type Visit = (page: Page, look: () => Promise<void>) => Promise<string[]>;

for (const theme of ['light', 'dark'] as const) {
  test(`every page of a visitor is accessible, ${theme}`, async ({ browser, server }) => {
    const pages = await expectAccessiblePages(browser, server.url, theme, (page, look) =>
      visitAll(page, '', look, openRoutes),
    );
    expect(pages).toContain('/login');
  });

  for (const [part, among] of Object.entries(thirds))
    test(`every page of a member is accessible, ${theme}, ${part}`, async ({ browser, server }) => {
      const pages = await expectAccessiblePages(browser, server.url, theme, (page, look) =>
        visitAllAsMember(page, server.url, look, among),
      );
      const some = ['/dashboard', '/bank-withdraw-success', '/settings', '/clusters'];
      const expected = some.filter((path) => among.includes(path));
      expect(expected).not.toEqual([]);
      expect(pages).toEqual(expect.arrayContaining(expected));
    });
}

/** Visits pages in a theme, and expects no problem on any of them. Returns their paths. */
async function expectAccessiblePages(
  browser: Browser,
  origin: string,
  theme: Theme,
  visit: Visit,
): Promise<string[]> {
  const { context, watch } = await newContext(browser, origin, { colorScheme: theme });
  await context.addInitScript((chosen) => {
    if (location.protocol.startsWith('http') && self.origin !== 'null') localStorage.setItem('theme', chosen);
  }, theme);
  const page = await context.newPage();
  const found: string[] = [];
  const pages = await visit(page, async () => {
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
    found.push(...(await problems(page)));
  });
  expect(found).toEqual([]);
  expect(watch.unexpected()).toEqual([]);
  await context.close();
  return pages;
}

async function problems(page: Page): Promise<string[]> {
  await still(page);
  const path = new URL(page.url()).pathname;
  return (await accessibilityProblems(page)).map((problem) => `${path}: ${problem}`);
}
