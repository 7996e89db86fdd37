import { newFundedMember, newMember, saveAccounts } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import {
  acceptPrice,
  enterAmount,
  enterPin,
  fillNewBank,
  openTransfer,
  paidReference,
  sheet,
} from '../screens/wallet';

test('bank accounts are added by number, found, and deleted only by typing it', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await page.goto('/bank-account');
  await page.getByText('No entries found').waitFor();
  await expectAccessible(page);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/enquire')) asked.push(request.postData() ?? '');
  });
  await press(page, 'Add bank account');
  await field(page, 'Bank').locator('xpath=following-sibling::button').click();
  await field(page, 'Search banks').fill('no such bank');
  await sheet(page).getByText('No bank has that name.').waitFor();
  await field(page, 'Search banks').fill('guaranty');
  await expectAccessible(page);
  await sheet(page).getByRole('listitem').getByRole('button', { name: 'Guaranty Trust Bank' }).click();
  expect(await field(page, 'Bank').locator('option:checked').textContent()).toBe('Guaranty Trust Bank');
  await field(page, 'Account number').pressSequentially('012345678');
  expect(asked).toEqual([]);
  await field(page, 'Account number').pressSequentially('9');
  await expect.poll(() => field(page, 'Account name').inputValue()).not.toBe('');
  expect(asked).toHaveLength(1);
  const name = await field(page, 'Account name').inputValue();
  await expectAccessible(page);
  await press(page, 'Save');
  await sheet(page).waitFor({ state: 'hidden' });
  await page.getByText('Bank account added.').waitFor();

  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await row.waitFor();
  await field(page, 'Search').fill('no such name');
  await page.getByText('No entries found').waitFor();
  await field(page, 'Search').fill('0123456789');
  await row.waitFor();

  // The default account, by its star.
  const star = row.getByRole('button', { name: `Default account: ${name}` });
  expect(await star.getAttribute('aria-pressed')).toBe('false');
  await star.click();
  await page.getByText('Default bank account set.').waitFor();
  await row.getByText('Default account', { exact: true }).waitFor();
  const { data } = await member.api.must<{ data: { is_default: boolean }[] }>(
    'GET',
    '/bank-account?get_default=true',
  );
  expect(data).toMatchObject([{ is_default: true }]);
  await expectAccessible(page);

  const deletions: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(request.url());
  });
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await field(page, 'Account number').fill('0123456780');
  await press(page, 'Delete');
  await page.getByText('This entered value is not correct.').waitFor();
  await expectAccessible(page);
  expect(deletions).toEqual([]);
  await field(page, 'Account number').fill('0123456789');
  await press(page, 'Delete');
  await sheet(page).waitFor({ state: 'hidden' });
  await expect
    .poll(async () => (await member.api.must<{ total: number }>('GET', '/bank-account')).total)
    .toBe(0);
  expect(deletions).toHaveLength(1);
  await page.getByText('Bank account deleted.').waitFor();
});

test('a search from the second page shows the first page of results and can be cleared', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  const numbers = await saveAccounts(member, 12);
  await arrive(page, member);
  await page.goto('/bank-account');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(10);
  await press(page, 'Next');
  await expect.poll(() => rows.count()).toBe(2);
  await page.getByText('11 to 12 entries').waitFor();
  await expectAccessible(page);
  const onFirstPage = await member.api.must<{ data: { account_number: string }[] }>(
    'GET',
    '/bank-account?per_page=10',
  );
  const wanted = onFirstPage.data[0]?.account_number ?? '';
  await field(page, 'Search').fill(wanted);
  await rows.getByText(wanted).waitFor();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await page.getByText('entries').filter({ visible: true }).count()).toBe(0);
  await field(page, 'Search').fill('');
  await page.getByText('1 to 10 entries').waitFor();
  await press(page, 'Page 2');
  await expect.poll(() => rows.count()).toBe(2);

  // Every saved account can be paid, five at a time.
  await page.goto('/dashboard');
  await openTransfer(page);
  await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
  const seen = new Set<string>();
  for (const shown of ['1 to 5', '6 to 10', '11 to 12']) {
    await sheet(page).getByText(`Showing ${shown} of 12 entries`).waitFor();
    for (const text of await sheet(page).getByRole('listitem').allTextContents()) seen.add(text.slice(-10));
    if (shown !== '11 to 12') await sheet(page).getByRole('button', { name: 'Next' }).click();
  }
  await expectAccessible(page);
  expect(seen).toEqual(new Set(numbers));
});

test('the withdrawals list shows transfers to banks and to wallets', async ({ page, server, sandbox }) => {
  const [payer, payee] = [
    await newFundedMember(server.url, '5000.00'),
    await newFundedMember(server.url, '1.00'),
  ];
  await payer.api.transfer((await payee.api.wallet()).identity, '70.00', payer.pin);
  await arrive(page, payer);
  await page.goto('/withdraw');
  await page.getByText('No entries found').waitFor();
  const links = page.getByRole('main').getByRole('link');
  expect(await links.filter({ hasText: 'Sell coin' }).getAttribute('href')).toBe('/wallet');
  // Above the tabs, and in the empty list.
  await expect.poll(() => links.filter({ hasText: 'Withdraw funds' }).count()).toBe(2);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Wallet' }).click();
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(1);
  await expectAccessible(page);

  // The empty list links to the form on this page; a status other than success is grey.
  await page.getByRole('tab', { name: 'Bank' }).click();
  await sandbox.behave('bank', 'fail', { times: 1 });
  await page.getByRole('link', { name: 'Withdraw funds' }).first().click();
  await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
  await fillNewBank(page, 'Guaranty Trust Bank', '0123456789');
  await enterAmount(page, '500');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  await page.waitForURL('**/bank-withdraw-success?**');
  const reference = await paidReference(page);
  await page.getByText('Failed', { exact: true }).first().waitFor();
  await page.goto('/withdraw');
  await rows.getByText(reference).waitFor();
  const label = rows.getByText('Failed', { exact: true });
  const grey = await page.getByRole('heading', { name: 'Withdrawals' }).evaluate((heading) => {
    const probe = document.createElement('span');
    probe.className = 'text-muted';
    heading.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  });
  expect(await label.evaluate((one) => getComputedStyle(one).color)).toBe(grey);
  await rows.getByText('The bank could not complete this transfer.').waitFor();
  // A failed amount is struck through.
  const amount = rows.getByText('₦500.00', { exact: true });
  const struck = (one: Element) => getComputedStyle(one.parentElement ?? one).textDecorationLine;
  expect(await amount.evaluate(struck)).toBe('line-through');
  await rows.getByRole('button').first().click();
  await sheet(page).getByText('Account number', { exact: true }).waitFor();
  await expectAccessible(page);
});

test('two brands are served by one server, chosen by host name', async ({ context, server }) => {
  const seen: { name: string; accent: string }[] = [];
  for (const host of ['ajo.localhost', 'esusu.localhost']) {
    const page = await context.newPage();
    await page.goto(`http://${host}:${server.port}/login`);
    await field(page, 'Email').waitFor();
    await expectAccessible(page);
    const configuration = await page.evaluate(
      async () => (await (await fetch('/api/app-configuration')).json()).data,
    );
    seen.push({ name: configuration.name, accent: configuration.colours.accent });
  }
  expect(new Set(seen.map(({ name }) => name)).size).toBe(2);
  expect(new Set(seen.map(({ accent }) => accent)).size).toBe(2);
});

test('a withdrawal requested from the bank accounts opens in any view', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await saveAccounts(member, 1);
  await arrive(page, member);
  await member.api.must('PUT', '/accounts/active', { account: 'savings' });
  await page.goto('/bank-account');
  await page.getByRole('link', { name: /^Withdraw to / }).click();
  await field(page, 'Amount (NGN)').waitFor();
  await expect.poll(() => new URL(page.url()).search).toBe('');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/dashboard');
  await expectAccessible(page);
});
