import { newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';

test('a strategy is filled in from the market, added, switched, changed and deleted', async ({
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
    .toBeGreaterThanOrEqual(8);
  await page.getByLabel('Coin', { exact: true }).selectOption('BTC');
  const answered = page.waitForResponse(/\/api\/strategies\/.*BTC/);
  await press(page, 'Fill in from the market');
  const known = (await (await answered).json()).data;
  await expect.poll(() => field(page, 'Price (USDT)').inputValue()).toBe(known.price);
  const changes = { hour: '1h', day: '24h', week: '7d', month: '30d' };
  for (const [span, name] of Object.entries(changes)) {
    const change = await field(page, `Change in ${span === 'hour' ? 'an' : 'a'} ${span} (%)`).inputValue();
    expect(change).toMatch(/^-?\d+(\.\d+)?$/);
    expect(change).toBe(known[`percent_change_${name}`]);
  }
  await field(page, 'Maximum supply').fill('21000000');
  await field(page, 'Circulating supply').fill('19700000');
  await field(page, 'Market capitalisation (USDT)').fill('1300000000000');
  await field(page, 'Price (USDT)').fill('60000');
  await expectAccessible(page);
  await press(page, 'Save');

  await page.getByText('60,000 USDT', { exact: true }).first().waitFor();
  const badge = page.getByRole('switch', { name: /Active: strategy at 60,000/ });
  expect(await badge.textContent()).toBe('in-active');
  await badge.click();
  await expect.poll(() => badge.textContent()).toBe('active');
  await page.getByRole('button', { name: /Details of strategy at 60,000/ }).click();
  await page.getByText('21,000,000').waitFor();
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
