import type { Page } from 'playwright-core';
import { accessibilityProblems, newContext } from '../harness/browser';
import { openRoutes, visitAll } from '../harness/everywhere';
import { still } from '../harness/settled';
import { expect, test } from '../harness/test';
import { visitAllAsMember } from '../screens/every-page';

for (const theme of ['light', 'dark'] as const)
  for (const who of ['a visitor', 'a member'] as const)
    test(`every page of ${who} is accessible, ${theme}`, async ({ browser, server }) => {
      const { context, watch } = await newContext(browser, server.url, { colorScheme: theme });
      await context.addInitScript((chosen) => {
        if (location.protocol.startsWith('http') && self.origin !== 'null')
          localStorage.setItem('theme', chosen);
      }, theme);
      const page = await context.newPage();
      const found: string[] = [];
      const look = async () => {
        expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(theme);
        found.push(...(await problems(page)));
      };
      if (who === 'a visitor') expect(await visitAll(page, '', look, openRoutes)).toContain('/login');
      else {
        const pages = await visitAllAsMember(page, server.url, look);
        expect(pages).toEqual(expect.arrayContaining(['/dashboard', '/bank-withdraw-success', '/settings']));
      }
      expect(found).toEqual([]);
      expect(watch.unexpected()).toEqual([]);
      await context.close();
      // All pages, on a machine that may be busy with something else.
    }, 420_000);

async function problems(page: Page): Promise<string[]> {
  await still(page);
  const path = new URL(page.url()).pathname;
  return (await accessibilityProblems(page)).map((problem) => `${path}: ${problem}`);
}
