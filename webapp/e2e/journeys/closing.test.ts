import { newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

test('an empty account is closed with the password, and cannot be signed in to afterwards', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/help');
  await press(page, 'Close account');
  await sheet(page).getByText('Only support can open the account again.').waitFor();
  await expectAccessible(page);
  await field(page, 'Password').fill('Wrong4!Harbour');
  await press(page, 'Close my account');
  await page.getByText('The password is not correct.').waitFor();
  await expectAccessible(page);
  await field(page, 'Password').fill(member.password);
  await press(page, 'Close my account');
  await page.getByText('Your account is closed.').waitFor();
  await page.waitForURL('**/login');

  await field(page, 'Email').fill(member.email);
  await field(page, 'Password').fill(member.password);
  await press(page, 'Log in');
  await page.getByRole('alert').getByText('This account is closed.').first().waitFor();
  expect(new URL(page.url()).pathname).toBe('/login');
});

test('open balances are listed before closing, with ways to settle them', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await page.goto('/settings/help');
  await press(page, 'Close account');
  await sheet(page).getByText('Withdraw or send ₦5,000.00 first.').waitFor();
  expect(await sheet(page).getByRole('button', { name: 'Close my account' }).count()).toBe(0);
  await expectAccessible(page);
  await sheet(page).getByRole('link').first().click();
  await page.waitForURL('**/dashboard');
});
