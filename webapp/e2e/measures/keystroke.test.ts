import type { Page } from 'playwright-core';
import { newFundedMember, newMember } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, field } from '../screens/entry';
import { chooseWallet } from '../screens/wallet';

const keystrokes = 400;

/** The value below which the given share of the sorted samples lies, in milliseconds. */
const percentile = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;

/**
 * Each key changes the validity of the focused field: Backspace fixes it, `key` breaks it again. Measured from the key
 * event's own timestamp to the DOM change that shows the result.
 */
async function measure(page: Page, screen: string, key: string): Promise<void> {
  await page.evaluate(() => {
    const field = document.activeElement as HTMLInputElement;
    const samples: number[] = [];
    let pressed = 0;
    addEventListener(
      'keydown',
      (event) => {
        pressed = event.timeStamp;
      },
      { capture: true },
    );
    new MutationObserver(() => {
      if (pressed > 0) samples.push(performance.now() - pressed);
      pressed = 0;
    }).observe(field, { attributes: true, attributeFilter: ['aria-invalid'] });
    Object.assign(window, { samples });
  });
  for (let index = 0; index < keystrokes; index += 1)
    await page.keyboard.press(index % 2 === 0 ? 'Backspace' : key);

  const samples = (await page.evaluate(() => (window as unknown as { samples: number[] }).samples)).sort(
    (a, b) => a - b,
  );
  console.log(
    `keystroke to verdict, ${screen}, ${samples.length} keys: p50 ${percentile(samples, 0.5).toFixed(2)} ms, p99 ${percentile(samples, 0.99).toFixed(2)} ms`,
  );
  expect(samples.length).toBeGreaterThan(keystrokes * 0.95);
}

test('from a keystroke to its validation: the email of the sign-in', async ({ page }) => {
  await page.goto('/login');
  const email = page.getByLabel('Email', { exact: false });
  await email.fill('ada@example.com@');
  await page.keyboard.press('Tab');
  await email.focus();
  await page.keyboard.press('End');
  await measure(page, '/login', '@');
});

test('from a keystroke to its validation: the amount of a transfer, with its quote', async ({
  page,
  server,
}) => {
  const payee = await newMember(server.url);
  const payer = await newFundedMember(server.url, '5000.00');
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  const amount = field(page, 'Amount (NGN)');
  // One naira above the balance.
  await amount.fill('5001');
  await page.keyboard.press('Tab');
  await amount.focus();
  await page.keyboard.press('End');
  await measure(page, 'the amount of a transfer', '1');
});
