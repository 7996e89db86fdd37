import { misfits, NARROWEST } from '../harness/large-text';
import { demo, newFundedMember } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive } from '../screens/entry';

const FITS = 'scrolls sideways and no word breaks when text is twice as big, on any phone, in any direction';

test(`no view of the dashboard ${FITS}`, async ({ page }) => {
  const found: string[] = [];
  const look = async () => void found.push(...(await misfits(page)));
  await arrive(page, demo);
  for (const view of ['Savings', 'Loans', 'Invest', 'Home']) {
    await page.getByRole('tab', { name: view }).click();
    await page.getByRole('tabpanel', { name: view }).waitFor();
    await look();
  }
  expect(found).toEqual([]);
});

test('a balance of a thousand millions fits on the narrowest phone without breaking', async ({
  page,
  server,
}) => {
  await arrive(page, await newFundedMember(server.url, '1000272431.49'));
  for (const path of ['/dashboard', '/account', '/transaction']) {
    await page.goto(path);
    await page.getByText('₦1,000,272,431.49').first().waitFor();
    expect(await misfits(page, NARROWEST)).toEqual([]);
  }
});

test(`neither the page of a coin nor its candles ${FITS}`, async ({ page }) => {
  const found: string[] = [];
  await arrive(page, demo);
  await page.goto('/wallet?coin=BTC');
  await page.getByRole('button', { name: 'Show candles' }).waitFor();
  found.push(...(await misfits(page)));
  await page.getByText('Show as a table').click();
  await page.getByRole('button', { name: 'Show candles' }).click();
  await page.locator('canvas').first().waitFor();
  found.push(...(await misfits(page)));
  expect(found).toEqual([]);
});
