import { newContext } from '../harness/browser';
import { demo, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

test('the settings are a list of pages with their values, each with a way back', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings');
  const main = page.getByRole('main');
  await main.getByText(member.email).waitFor();
  for (const value of ['2 of 7', '0 saved', 'PIN set', 'Off', 'Auto save off', 'Auto trade off', 'Light'])
    await page.locator(`[data-value="${value}"]`).waitFor();
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Saving and direct debit' }).click();
  await heading(page, 'Saving and direct debit').waitFor();
  // The footer still marks the settings.
  const footer = page.getByRole('navigation', { name: 'Main' });
  expect(await footer.getByRole('link', { name: 'Settings' }).getAttribute('data-status')).toBe('active');
  await page.getByRole('switch', { name: 'Auto save' }).click();
  await page.getByText('Instalments are paid from your wallet on the day they are due.').waitFor();
  await page.getByRole('link', { name: 'Back' }).click();
  await heading(page, 'Settings').waitFor();
  await page.locator('[data-value="Auto save on"]').waitFor();
  await page.goto('/settings/nothing');
  await page.waitForURL('**/settings');
});

test('a setting is found by its name or another word, and shown where it is', async ({ page }) => {
  await arrive(page, demo);
  for (const [typed, found, title] of [
    ['dark', 'Night mode', 'Appearance'],
    ['fingerprint', 'Security and devices', 'Security and devices'],
    ['statement', 'Statements', 'Banks and withdrawals'],
    ['close ACCOUNT', 'Close account', 'Help and data'],
    ['whatsapp', 'Alerts by email, SMS and chat', 'Notifications'],
  ] as const) {
    await page.goto('/settings');
    await field(page, 'Search settings').fill(typed);
    await page.getByRole('main').getByRole('link', { name: found, exact: true }).click();
    await heading(page, title).waitFor();
  }
  await page.goto('/settings');
  await field(page, 'Search settings').fill('close account');
  await page.getByRole('link', { name: 'Close account', exact: true }).click();
  // The row itself has the focus.
  await page.waitForFunction(() => document.activeElement?.id === 'close');
  await expectAccessible(page);
  await page.goto('/settings');
  await field(page, 'Search settings').fill('zebra');
  await page.getByText('Nothing is called “zebra”').waitFor();
  await expectAccessible(page);
  await field(page, 'Search settings').fill('');
  await page.getByRole('link', { name: 'Trading' }).waitFor();
});

test('on a desktop the list stands beside the page', async ({ browser, server }) => {
  const viewport = { width: 1440, height: 900 };
  const { context, watch } = await newContext(browser, server.url, { viewport });
  const page = await context.newPage();
  await arrive(page, demo);
  await page.goto('/settings');
  const main = page.getByRole('main');
  await main.getByRole('region', { name: 'Profile and verification' }).waitFor();
  await main.getByRole('link', { name: 'Appearance' }).click();
  await main.getByRole('switch', { name: 'Night mode' }).click();
  // The list stays, and follows.
  await page.locator('[data-value="Dark"]').waitFor();
  expect(await main.getByRole('link', { name: 'Appearance' }).getAttribute('aria-current')).toBe('page');
  await expectAccessible(page);
  await main.getByRole('link', { name: 'Security and devices' }).click();
  await press(page, 'Change password');
  await sheet(page).waitFor();
  expect(watch.unexpected()).toEqual([]);
  await context.close();
});
