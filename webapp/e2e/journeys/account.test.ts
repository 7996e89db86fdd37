import { confirmPhone, newFundedMember, newMember, newPerson } from '../harness/person';
import { Sandbox } from '../harness/sandbox';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, enterCode, field, heading, press } from '../screens/entry';

test('the account is shown and renamed, and receipts go by email and to a confirmed phone', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await page.goto('/settings/banks');
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await heading(page, 'Account').waitFor();
  await page.getByText('in-active', { exact: true }).waitFor();
  await page.getByText('Your wallet works: you can pay and receive money.', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'Verify your identity' }).waitFor();
  const { identity } = await member.api.wallet();
  await page.getByRole('button', { name: `Copy Ajo wallet number ${identity}` }).waitFor();
  await expectAccessible(page);
  // The phone is not confirmed.
  expect(await page.getByLabel('Send receipts by SMS').isDisabled()).toBe(true);

  await field(page, 'Account name').fill('  ');
  await press(page, 'Update Now');
  await expect.poll(() => field(page, 'Account name').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await field(page, 'Account name').fill('Household');
  await page.getByLabel('Send receipts by email').check();
  await press(page, 'Update Now');
  await page.getByText('Account updated').waitFor();
  await page.reload();
  await expect.poll(() => field(page, 'Account name').inputValue()).toBe('Household');
  expect(await page.getByLabel('Send receipts by email').isChecked()).toBe(true);

  await confirmPhone(member, sandbox);
  await page.reload();
  await page.getByLabel('Send receipts by SMS').check();
  await press(page, 'Update Now');
  await page.getByText('Account updated').waitFor();
  const payee = await newMember(server.url, newPerson('Bayo', 'Ade'));
  const { body } = await member.api.transfer((await payee.api.wallet()).identity, '1250.75', member.pin);
  const receipts = async (to: string) => {
    const about = (await sandbox.messages(to)).filter(({ text }) => text.includes(body.data.reference));
    return about.map(({ channel }) => channel);
  };
  await expect.poll(() => receipts(member.phone), { timeout: 10_000 }).toEqual(['sms']);
  await expect.poll(() => receipts(member.email), { timeout: 10_000 }).toEqual(['email']);
});

test('the email address is replaced with a code sent to the new one', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/security');
  await press(page, 'Change email');
  const wanted = `new-${member.email}`;
  await field(page, 'New email address').fill(wanted);
  await field(page, 'Password').fill('Wrong4!Harbour');
  await press(page, 'Send code');
  await page.getByText('The password is not correct.').waitFor();
  await expectAccessible(page);
  await field(page, 'Password').fill(member.password);
  await press(page, 'Send code');
  await page.getByText(wanted).waitFor();
  await expectAccessible(page);
  await enterCode(page, await new Sandbox(server.url).code(wanted));
  await page.getByText('Email address changed').waitFor();
});

test('sessions on other devices are listed and ended', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/security');
  await page.getByText('This device', { exact: true }).waitFor();
  await press(page, 'Sign out everywhere else');
  await page.getByText('Signed out everywhere else').waitFor();
});
