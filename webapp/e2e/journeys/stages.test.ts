import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../harness/browser';
import { misfits } from '../harness/large-text';
import { newFundedMember, newMember } from '../harness/person';
import { still } from '../harness/settled';
import { expect, test } from '../harness/test';
import { arrive, press } from '../screens/entry';
import { moneyStages } from '../screens/stages';

/** The rules of accessibility that a screen breaks in light or dark. */
async function inBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  const now = await page.evaluate(() => document.documentElement.dataset.theme ?? '');
  for (const theme of ['light', 'dark']) {
    await page.evaluate((to) => {
      document.documentElement.dataset.theme = to;
    }, theme);
    await still(page);
    found.push(...(await accessibilityProblems(page)).map((problem) => `${theme}: ${problem}`));
  }
  await page.evaluate((to) => {
    document.documentElement.dataset.theme = to;
  }, now);
  return found;
}

test('every stage of every payment can be read in light and dark, and with text twice as big on narrow phones', async ({
  page,
  server,
}) => {
  const [payer, payee] = [await newFundedMember(server.url, '20000.00'), await newMember(server.url)];
  await arrive(page, payer);
  const found: string[] = [];
  await moneyStages(page, payee, async (stage) => {
    const problems = [...(await inBothThemes(page)), ...(await misfits(page))];
    found.push(...problems.map((problem) => `${stage}: ${problem}`));
  });
  expect(found).toEqual([]);
});

test('from right to left, every stage of every payment can be read, and starts at the right', async ({
  page,
  context,
  server,
}) => {
  await context.addInitScript(() => {
    if (location.protocol.startsWith('http') && self.origin !== 'null')
      localStorage.setItem('view-mode', 'rtl');
  });
  const [payer, payee] = [await newFundedMember(server.url, '20000.00'), await newMember(server.url)];
  await arrive(page, payer);
  const found: string[] = [];
  await moneyStages(page, payee, async (stage) => {
    expect(await page.evaluate(() => getComputedStyle(document.body).direction), stage).toBe('rtl');
    await still(page);
    found.push(...(await accessibilityProblems(page)).map((problem) => `${stage}: ${problem}`));
    // The way back stands at the right of the title, the way out at the left.
    const edge = await page.evaluate(() => {
      const close = document.querySelector('[role="dialog"] [aria-label="Close"]')?.getBoundingClientRect();
      const title = document.querySelector('[role="dialog"] h2')?.getBoundingClientRect();
      return close && title ? close.right <= title.left + 1 : true;
    });
    if (!edge) found.push(`${stage}: Close stands on the wrong side`);
  });
  await press(page, 'Close');
  expect(found).toEqual([]);
});
