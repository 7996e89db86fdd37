import { accessibilityProblems } from '../harness/browser';
import { misfits } from '../harness/large-text';
import { newFundedMember, newMember } from '../harness/person';
import { still } from '../harness/settled';
import { expect, test } from '../harness/test';
import { arrive, press } from '../screens/entry';
import { moneyStages } from '../screens/stages';

test('every stage of every payment is readable, also at twice the text size on narrow phones', async ({
  page,
  server,
}) => {
  const [payer, payee] = [await newFundedMember(server.url, '20000.00'), await newMember(server.url)];
  await arrive(page, payer);
  const found: string[] = [];
  await moneyStages(page, payee, async (stage) => {
    await still(page);
    const problems = [...(await accessibilityProblems(page)), ...(await misfits(page))];
    found.push(...problems.map((problem) => `${stage}: ${problem}`));
  });
  expect(found).toEqual([]);
});

test('in dark mode and right to left, every stage of every payment is readable and aligned to the right', async ({
  page,
  context,
  server,
}) => {
  await context.addInitScript(() => {
    if (!location.protocol.startsWith('http') || self.origin === 'null') return;
    localStorage.setItem('view-mode', 'rtl');
    localStorage.setItem('theme', 'dark');
  });
  const [payer, payee] = [await newFundedMember(server.url, '20000.00'), await newMember(server.url)];
  await arrive(page, payer);
  const found: string[] = [];
  await moneyStages(page, payee, async (stage) => {
    expect(await page.evaluate(() => getComputedStyle(document.body).direction), stage).toBe('rtl');
    await still(page);
    found.push(...(await accessibilityProblems(page)).map((problem) => `${stage}: ${problem}`));
    // Back is to the right of the title, Close to the left.
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
