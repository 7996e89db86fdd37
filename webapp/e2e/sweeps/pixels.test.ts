import type { BrowserContext } from 'playwright-core';
import { newContext } from '../harness/browser';
import { demo } from '../harness/person';
import { compared, drawingOf, incomparable, keepDrawing, renewing } from '../harness/pixels';
import { settled } from '../harness/settled';
import { expect, testInWhole } from '../harness/test';
import { tellOwnTime } from '../harness/time';
import { arrive, field } from '../screens/entry';
import { acceptPrice, sheet } from '../screens/wallet';

const NOW = '2026-03-16T09:30:00Z';

/** Values that the server generates anew on every run. */
const FIXED: Record<string, string> = {
  created_at: '2026-03-16T08:15:00Z',
  month: 'Mar 2026',
  since: '2026-03',
  identity: '8442480084',
  reference: 'DR274SS9RQTVSAFX',
};

const same = (key: string, value: unknown): unknown =>
  typeof value === 'string' ? (FIXED[key] ?? value) : value;

/** Replaces times and numbers in responses with fixed ones. */
async function fixAnswers(context: BrowserContext): Promise<void> {
  await context.route('**/api/**', async (route) => {
    // The month of the fixed clock is not the server's.
    const asked = new URL(route.request().url());
    for (const bound of ['from', 'to']) asked.searchParams.delete(bound);
    const answer = await route.fetch({ url: asked.href });
    const text = await answer.text();
    const isJson = answer.headers()['content-type']?.includes('json');
    const body = isJson && text ? JSON.stringify(JSON.parse(text, same)) : text;
    await route.fulfill({ response: answer, body });
  });
}

// The stored pictures are full Chromium's, which renders text differently from the shell.
testInWhole('six screens look as they are kept', async ({ browser, server, skip }) => {
  const drawing = await drawingOf(browser);
  if (renewing) keepDrawing(drawing);
  const why = incomparable(drawing);
  skip(why !== null, why ?? '');

  const { context } = await newContext(browser, server.url, {
    colorScheme: 'light',
  });
  await fixAnswers(context);
  await context.clock.setFixedTime(NOW);
  await tellOwnTime(context);
  const page = await context.newPage();
  const wrong: (string | null)[] = [];
  const look = async (name: string) => {
    await page.waitForLoadState('networkidle');
    await settled(page);
    wrong.push(await compared(page, name));
  };

  await page.goto('/login');
  await field(page, 'Password').waitFor();
  await look('sign-in');

  await arrive(page, demo);
  await page.getByRole('region', { name: 'Recent transactions' }).getByText('Rent').waitFor();
  await page
    .getByRole('button', { name: /^Send to / })
    .nth(1)
    .waitFor();
  await look('home');

  await page.getByRole('button', { name: /^Send to UMAR CHIDI/ }).click();
  await field(page, 'Amount (NGN)').fill('1500');
  await sheet(page).getByText('Total ₦1,520.00').waitFor();
  await look('amount');
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  await acceptPrice(page);
  await field(page, 'Transaction PIN, character 1 of 4').waitFor();
  await look('pin');

  await page.evaluate(() => localStorage.setItem('theme', 'dark'));
  await page.goto('/transaction');
  await page.getByRole('main').getByText('Rent').waitFor();
  await look('history-dark');
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
  await sheet(page).getByText('Reference').waitFor();
  // Shown once everything has loaded.
  await sheet(page).getByText('Send again').waitFor();
  await sheet(page).getByText('Report a problem').waitFor();
  await look('receipt-dark');

  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.close();
  expect(wrong.filter((one) => one !== null)).toEqual([]);
});
