import { newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';

test('a strategy is added beside the market’s figures, switched, changed and deleted', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/strategy');
  await heading(page, 'Strategy').waitFor();
  await page.getByText('No strategies yet').waitFor();
  expect(await page.getByRole('link', { name: 'Start Plan' }).getAttribute('href')).toBe('/plans');
  await expectAccessible(page);

  await press(page, 'Add strategy');
  await press(page, 'Save');
  await expect
    .poll(() => page.getByRole('dialog').locator('[aria-invalid="true"]').count())
    .toBeGreaterThanOrEqual(2);
  const answered = page.waitForResponse(/\/api\/strategies\/.*BTC/);
  await page.getByLabel('Coin', { exact: true }).selectOption('BTC');
  const known = (await (await answered).json()).data;
  const market = page.getByRole('region', { name: 'BTC at the market' });
  for (const span of ['an hour', 'a day', 'a week', 'a month']) {
    await market.getByText(`Change in ${span}`).waitFor();
  }
  await press(page, 'Use this price');
  await expect.poll(() => field(page, 'Price (USDT)').inputValue()).toBe(known.price);
  await field(page, 'Change in a day (%)').fill('2');
  await field(page, 'Price (USDT)').fill('60000');
  await expectAccessible(page);
  await press(page, 'Save');

  await page.getByText('60,000 USDT', { exact: true }).first().waitFor();
  const badge = page.getByRole('switch', { name: /Active: strategy at 60,000/ });
  expect(await badge.textContent()).toBe('in-active');
  await badge.click();
  await expect.poll(() => badge.textContent()).toBe('active');
  await page.getByRole('button', { name: /Details of strategy at 60,000/ }).click();
  await market.getByText('Price now').waitFor();
  await expectAccessible(page);

  await page.getByRole('button', { name: /Change strategy at 60,000/ }).click();
  await field(page, 'Price (USDT)').fill('61000');
  await press(page, 'Save');
  await page.getByText('61,000 USDT', { exact: true }).first().waitFor();
  await page.reload();
  await page.getByText('61,000 USDT', { exact: true }).first().waitFor();
  expect(await page.getByRole('switch', { name: /Active: strategy at 61,000/ }).textContent()).toBe('active');

  await page.getByRole('button', { name: /Delete strategy at 61,000/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No strategies yet').waitFor();
});
