import type { Page } from 'playwright-core';
import { newFundedMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { enterPin, openConvert, setFirstPin, sheet } from '../screens/wallet';

const DAY_MS = 24 * 60 * 60 * 1000;

const confirm = (page: Page) => page.getByRole('checkbox', { name: /I want to convert/ }).check();

const currencies = (page: Page) => page.getByRole('combobox', { name: 'Currency' });

test('naira are converted to dollars at a rate that holds for half a minute', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '200000.00');
  await arrive(page, member);
  await openConvert(page);
  await field(page, 'Amount (NGN)').fill('200000.01');
  await sheet(page).getByText('you cannot withdraw above your available balance of NGN 200000.00').waitFor();
  await field(page, 'Amount (NGN)').fill('149000');
  await sheet(page).getByText('$99.00').waitFor();
  await expectAccessible(page);
  await press(page, 'Review');
  await sheet(page).getByText('Please tick to continue.').waitFor();
  await confirm(page);
  await press(page, 'Review');
  await sheet(page)
    .getByText(/This rate holds for \d+ seconds/)
    .waitFor();
  await sheet(page).getByText('Our spread (1%)').waitFor();
  await sheet(page).getByText('$1 = ₦1,490.00').waitFor();
  await expectAccessible(page);
  await sheet(page)
    .getByRole('button', { name: /^Convert ₦149,000/ })
    .click();
  await sheet(page).getByText('You get $99.00').waitFor();
  await enterPin(page, member.pin);

  await page.waitForURL(/\/send-sell-success\?reference=/);
  await page.getByText('Successful', { exact: true }).first().waitFor();
  await expectAccessible(page);
  expect((await member.api.wallet('NGN')).ledger_balance).toBe('51000.00');
  expect((await member.api.wallet('USD')).ledger_balance).toBe('99.00');
  const { data } = await member.api.transactions();
  expect(data.map(({ category, type }) => [category, type])).toEqual(
    expect.arrayContaining([
      ['exchange', 'DEBIT'],
      ['exchange-proceeds', 'CREDIT'],
    ]),
  );
});

test('pounds are shown and converted once the brand serves them', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await expect.poll(() => currencies(page).locator('option').allTextContents()).toEqual(['NGN', 'USD']);
  server.run('tenant', 'set', 'ajo', '--currencies', 'NGN,USD,GBP');
  await page.reload();
  await expect
    .poll(() => currencies(page).locator('option').allTextContents())
    .toEqual(['NGN', 'USD', 'GBP']);
  await currencies(page).selectOption('GBP');
  // Pounds cannot be funded: they come from another wallet.
  await page.getByRole('button', { name: 'Fund', exact: true }).waitFor({ state: 'detached' });
  await openConvert(page);
  await field(page, 'Amount (NGN)').fill('1898.09');
  await confirm(page);
  await press(page, 'Review');
  await sheet(page)
    .getByRole('button', { name: /^Convert ₦1,898/ })
    .click();
  await enterPin(page, member.pin);
  await page.waitForURL(/\/send-sell-success\?reference=/);
  expect((await member.api.wallet('GBP')).ledger_balance).toBe('0.99');

  // The way back needs a PIN for pounds: the naira PIN, or one of its own, which the sheet sets first.
  await page.goto('/dashboard');
  await openConvert(page);
  await sheet(page).getByRole('button', { name: 'Swap currencies' }).click();
  await sheet(page).getByText('Choose a PIN for GBP, or use your naira PIN.').waitFor();
  await expectAccessible(page);
  await press(page, 'Choose another PIN');
  await sheet(page).getByText('Set your GBP transaction PIN first.', { exact: false }).waitFor();
  await expectAccessible(page);
  await setFirstPin(page, member.pin);
  await field(page, 'Your password').fill(member.password);
  await press(page, 'Save PIN');
  await field(page, 'Amount (GBP)').fill('0.99');
  await sheet(page).getByText('£1 = ₦1,898.0892').waitFor();
});

test('a rate that is too old says when the next is expected', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  const at = new Date(Date.now() - 2 * DAY_MS).toISOString();
  server.run('rates', 'set', 'NGN', '--sell', '1500', '--buy', '1480', '--at', at);
  await arrive(page, member);
  await openConvert(page);
  await sheet(page)
    .getByRole('alert')
    .getByText(/which is too long ago\. We expect the next one on /)
    .waitFor();
  expect(await field(page, 'Amount (NGN)').count()).toBe(0);
  await expectAccessible(page);
});
