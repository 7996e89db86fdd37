import { newFundedMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

test('bank accounts are added by their number, found, and deleted only by typing it', async ({
  page,
  server,
}) => {
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
  await field(page, 'Bank').selectOption({ label: 'Guaranty Trust Bank' });
  await field(page, 'Account number').pressSequentially('012345678');
  expect(asked).toEqual([]);
  await field(page, 'Account number').pressSequentially('9');
  await expect.poll(() => field(page, 'Account name').inputValue()).not.toBe('');
  expect(asked).toHaveLength(1);
  const name = await field(page, 'Account name').inputValue();
  await expectAccessible(page);
  await press(page, 'Save');
  await sheet(page).waitFor({ state: 'hidden' });

  const row = page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  await row.waitFor();
  await field(page, 'Search').fill('no such name');
  await page.getByText('No entries found').waitFor();
  await field(page, 'Search').fill('0123456789');
  await row.waitFor();

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
});

test('the withdrawals list shows what went to banks, and what went to wallets', async ({ page, server }) => {
  const [payer, payee] = [
    await newFundedMember(server.url, '5000.00'),
    await newFundedMember(server.url, '1.00'),
  ];
  await payer.api.transfer((await payee.api.wallet()).identity, '70.00', payer.pin);
  await arrive(page, payer);
  await page.goto('/withdraw');
  await page.getByText('No entries found').waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Wallet' }).click();
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(1);
  await expectAccessible(page);
});

test('two brands live on one server, by the name they are called by', async ({ context, server }) => {
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
