import { readFileSync } from 'node:fs';
import { newFundedMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { liveAt } from '../harness/time';
import { arrive, field, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

test('the rows of the previous page cannot be opened while the next one loads, and a receipt outlasts its row', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  const other = await newFundedMember(server.url, '5000.00');
  const number = (await other.api.wallet()).identity;
  const references: string[] = [];
  for (let paid = 1; paid <= 10; paid += 1) {
    const { body } = await member.api.transfer(number, `${paid}.00`, member.pin);
    references.push(body.data.reference);
  }
  await arrive(page, member);
  // The second page loads when it is released.
  let release = () => {};
  const wait = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/api\/transaction\/me\?.*page=2/, async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto('/transaction');
  const list = page.locator('main ul');
  const rows = list.getByRole('button');
  await expect.poll(() => rows.count()).toBe(10);
  const first = await rows.first().boundingBox();
  if (!first) throw new Error('the row is not on the page');
  await press(page, 'Next');
  await page.getByText('2 of 2', { exact: true }).waitFor();
  expect(await list.locator('..').getAttribute('aria-busy')).toBe('true');
  // Visible, but out of reach of taps and screen readers.
  expect(await rows.count()).toBe(10);
  expect(await list.locator('..').getAttribute('inert')).toBe('');
  await page.mouse.click(first.x + first.width / 2, first.y + first.height / 2);
  release();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await list.locator('..').getAttribute('aria-busy')).toBe('false');
  expect(await page.getByRole('dialog').count()).toBe(0);

  // The last row of the first page moves to the second while its receipt is open.
  await press(page, 'Prev');
  await expect.poll(() => rows.count()).toBe(10);
  await rows.last().click();
  const reference = sheet(page).getByText(references[0] ?? '', { exact: true });
  await reference.waitFor();
  await other.api.transfer((await member.api.wallet()).identity, '77.00', other.pin);
  await expect.poll(() => list.locator('button').first().textContent()).toContain('77.00');
  expect(await list.locator('button').count()).toBe(10);
  expect(await list.locator('button').last().textContent()).not.toContain('1.00');
  expect(await reference.isVisible()).toBe(true);
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
});

test('the history is read month by month, and its bars filter it', async ({ page, server, sandbox }) => {
  const [member, other] = [
    await newFundedMember(server.url, '5000.00'),
    await newFundedMember(server.url, '1.00'),
  ];
  await member.api.transfer((await other.api.wallet()).identity, '1500.00', member.pin);
  await sandbox.pass(20 * 24);
  await sandbox.pass(20 * 24);
  await liveAt(page, await sandbox.pass(1));
  await arrive(page, member);
  await page.goto('/transaction');
  const rows = page.getByRole('main').getByRole('listitem');
  await page.getByText(/^Nothing in /).waitFor();
  expect(await page.getByRole('button', { name: 'Next month' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await press(page, 'See the month before');
  // Forty days are one month or two.
  const earlier = page.getByRole('button', { name: 'See the month before' });
  await rows.first().or(earlier).first().waitFor();
  if (await earlier.isVisible()) await earlier.click();
  await expect.poll(() => rows.count()).toBe(2);
  expect(await page.getByRole('button', { name: 'Previous month' }).isDisabled()).toBe(true);
  await page.getByText(/^In ₦5,000\.00 · Out ₦1,500\.00$/).waitFor();
  await expectAccessible(page);

  const sent = page.getByRole('button', { name: /^Sent ₦1,500\.00 100%$/ });
  await sent.click();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await sent.getAttribute('aria-pressed')).toBe('true');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Bills / }).click();
  await page.getByText('Nothing matches this filter').waitFor();
  await press(page, 'Clear filter');
  await expect.poll(() => rows.count()).toBe(2);

  // An amount is found however it is typed, in any month.
  await press(page, 'Next month');
  await field(page, 'Search').fill('₦1,500');
  await page.getByRole('heading', { name: 'All months' }).waitFor();
  await expect.poll(() => rows.count(), { timeout: 10_000 }).toBe(1);
  await rows.getByText('−₦1,500.00').waitFor();
});

test('a statement is saved, and others check it by its code', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await page.goto('/transaction');
  await press(page, 'Statement as PDF');
  expect(await field(page, 'Wallet').inputValue()).toBe('NGN');
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await press(page, 'Save PDF');
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^statement-\d{4}-\d{2}-NGN\.pdf$/);
  await page.getByText(`Saved as ${file.suggestedFilename()}.`).waitFor();
  const bytes = readFileSync((await file.path()) ?? '');
  const link = /\/statement\/[0-9A-Z]{16}/.exec(bytes.toString('latin1'))?.[0] ?? '';

  // A stranger: no session, and nothing of the holder but the initial and the last name.
  await page.context().clearCookies();
  await page.goto('/login');
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await page.getByText(/^Ajo issued this statement on /).waitFor();
  await page.getByText('₦5,000.00', { exact: true }).waitFor();
  expect(await page.getByRole('main').textContent()).not.toContain(member.email);
  await expectAccessible(page);
  const chooser = page.getByLabel('Choose the PDF');
  const chosen = (buffer: Buffer) => ({ name: 'statement.pdf', mimeType: 'application/pdf', buffer });
  await chooser.setInputFiles(chosen(bytes));
  await page.getByText('Unchanged: this is the file that Ajo issued.').waitFor();
  await expectAccessible(page);
  await chooser.setInputFiles(chosen(Buffer.concat([bytes, Buffer.from(' ')])));
  await page.getByText(/^This is not the file that Ajo issued\./).waitFor();
  await expectAccessible(page);

  await page.goto('/statement/0000-0000-0000-0000');
  await page.getByText('No statement has this code').waitFor();
  await expectAccessible(page);
});

test('on a desktop a receipt is beside the list', async ({ page, server }) => {
  const [member, other] = [
    await newFundedMember(server.url, '5000.00'),
    await newFundedMember(server.url, '1.00'),
  ];
  await member.api.transfer((await other.api.wallet()).identity, '15.00', member.pin);
  await page.setViewportSize({ width: 1440, height: 900 });
  await arrive(page, member);
  await page.goto('/transaction');
  const beside = page.getByRole('complementary', { name: 'Receipt' });
  await beside.getByText('Choose a transaction to see its receipt here').waitFor();
  await expectAccessible(page);
  const rows = page.getByRole('main').getByRole('listitem').getByRole('button');
  await rows.first().click();
  await beside.getByText('₦15.00').first().waitFor();
  await beside.getByRole('button', { name: 'Send again' }).waitFor();
  expect(await rows.first().getAttribute('aria-current')).toBe('true');
  expect(await page.getByRole('dialog').count()).toBe(0);
  await expectAccessible(page);
  await rows.last().click();
  await beside.getByText('₦5,000.00').first().waitFor();
  await beside.getByRole('button', { name: 'Close' }).click();
  await beside.getByText('Choose a transaction to see its receipt here').waitFor();
});
