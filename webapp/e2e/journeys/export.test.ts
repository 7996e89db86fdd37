import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { newFundedMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { unzipped } from '../harness/zip';
import { arrive, openMenu, press } from '../screens/entry';

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const saving = page.waitForEvent('download');
  await press(page, button);
  const file = await saving;
  await page.getByText(`Saved as ${file.suggestedFilename()}.`).waitFor();
  return { name: file.suggestedFilename(), bytes: readFileSync((await file.path()) ?? '') };
}

/** Saves a screenshot for inspection in the folder that E2E_EVIDENCE names. */
async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_EVIDENCE;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
}

test('all of a user’s data is exported, as JSON and as CSV', async ({ page, server, sandbox }) => {
  const member = await newFundedMember(server.url, '5000.00');
  const { identity } = await member.api.wallet();
  await arrive(page, member);
  await page.goto('/settings/help');
  await press(page, 'Export my data');
  await page.getByRole('tab', { name: 'JSON' }).waitFor();
  await expectAccessible(page);
  await picture(page, 'export-json');

  const json = await saved(page, 'Export as JSON');
  expect(json.name).toBe('my-data.json');
  const { business, tables } = JSON.parse(json.bytes.toString('utf8'));
  expect(business).toBe('Ajo');
  expect(tables.account[0].email).toBe(member.email);
  const naira = tables.wallets.find((wallet: { currency: string }) => wallet.currency === 'NGN');
  expect(naira).toMatchObject({ wallet_number: identity, settled: '5000.00' });
  expect(tables.transactions).toHaveLength(1);
  await expectAccessible(page);

  // The arrow keys choose the other format.
  await page.getByRole('tab', { name: 'JSON' }).press('ArrowRight');
  await page.getByRole('tab', { name: 'CSV' }).press('Enter');
  await page.getByText('A ZIP file with a table for each kind of data.').waitFor();
  await picture(page, 'export-csv');
  const csv = await saved(page, 'Export as CSV');
  expect(csv.name).toBe('my-data.zip');
  const files = unzipped(csv.bytes);
  expect([...files.keys()].sort()).toEqual(
    [...Object.keys(tables).map((table) => `${table}.csv`), 'README.txt'].sort(),
  );
  expect(files.get('README.txt')).toContain('transactions.csv, rows: 1');
  expect(files.get('account.csv')).toContain(member.email);
  expect(files.get('wallets.csv')).toContain(`NGN,${identity},5000.00,0.00,5000.00,`);

  const newest = async () => (await sandbox.messages(member.email))[0]?.subject;
  await expect.poll(newest).toBe('Ajo: your data was exported');
});

test('a failed export says so, and none is started offline', async ({ page, server, watch }) => {
  watch.allowOffline();
  watch.allow(/429/);
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await page.goto('/settings/help');
  await press(page, 'Export my data');
  const exporting = '**/api/account/export?*';
  let answer: (() => void) | undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const message = 'Another file is being made for you. Please wait until it is there.';
  await page.route(exporting, async (route) => {
    await asked;
    await route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      body: JSON.stringify({ message }),
    });
  });
  await press(page, 'Export as JSON');
  await page.getByText('Your file is being made.').waitFor();
  await expectAccessible(page);
  answer?.();
  await page.getByRole('alert').getByText(message).waitFor();
  await expectAccessible(page);
  await page.unroute(exporting);

  await page.context().setOffline(true);
  await page.getByText("You're offline. Connect to export your data.").waitFor();
  expect(await page.getByRole('button', { name: 'Export as JSON' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await page.context().setOffline(false);
  await saved(page, 'Export as JSON');
});

test('in dark mode and right to left on a wide screen, the export stays accessible', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await openMenu(page);
  await press(page, 'Night mode');
  await press(page, 'Right to left');
  await press(page, 'Close');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/settings/help');
  await press(page, 'Export my data');
  await page.getByRole('tab', { name: 'CSV' }).click();
  await page.getByText('A ZIP file with a table for each kind of data.').waitFor();
  await expectAccessible(page);
  await picture(page, 'export-dark');
  await saved(page, 'Export as CSV');
});
