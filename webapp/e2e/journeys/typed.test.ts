import type { Page } from 'playwright-core';
import { newFundedMember, newMember, newPerson } from '../harness/person';
import { expect, test } from '../harness/test';
import { agree, arrive, field, fillRegistration, heading, openMenu, press } from '../screens/entry';
import { chooseNewBank, enterNote, openTransfer, sheet } from '../screens/wallet';

const back = (page: Page) => page.evaluate(() => history.back());
const typed = (page: Page, label: string) => field(page, label).inputValue();

test('a typed address is kept on the way back from the code, the password is not', async ({ page }) => {
  const { email } = newPerson();
  await page.goto('/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('Harmattan!Dust7');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await heading(page, 'Reset your password').waitFor();
  expect(await typed(page, 'Email')).toBe(email);
  await press(page, 'Reset Password');
  await heading(page, 'Enter the code').waitFor();
  await back(page);
  await heading(page, 'Reset your password').waitFor();
  expect(await typed(page, 'Email')).toBe(email);
  await back(page);
  await heading(page, 'Welcome back').waitFor();
  expect([await typed(page, 'Email'), await typed(page, 'Password')]).toEqual([email, '']);
});

test('so is a sign-up, without its password', async ({ page }) => {
  const person = newPerson();
  await page.goto('/register');
  await fillRegistration(page, person);
  await press(page, 'Create account');
  await heading(page, 'Enter the code').waitFor();
  await back(page);
  await heading(page, 'Create your account').waitFor();
  expect([await typed(page, 'Phone'), await typed(page, 'Password')]).toEqual([person.phone, '']);
  await back(page);
  await field(page, 'Name').waitFor();
  expect([await typed(page, 'Name'), await typed(page, 'Email')]).toEqual([person.name, person.email]);
});

test('so is a phone number whose code is being entered', async ({ page, server }) => {
  await arrive(page, await newMember(server.url));
  await page.goto('/otp-page');
  await field(page, 'Country').selectOption('+233');
  await field(page, 'Phone').fill('241234567');
  await press(page, 'Continue');
  await heading(page, 'Enter the code').waitFor();
  await back(page);
  await heading(page, 'Verify your phone').waitFor();
  expect([await typed(page, 'Country'), await typed(page, 'Phone')]).toEqual(['+233', '241234567']);
});

test('the sign-up method is kept, the number is not', async ({ page, server }) => {
  const friend = await newMember(server.url);
  const { settings } = await friend.api.must<{ settings: { referrer_code: string } }>('GET', '/auth/me');
  const code = settings.referrer_code;
  const label = 'Bank verification number (BVN)';
  await page.goto('/register');
  await press(page, 'BVN');
  await field(page, label).fill('22100000018');
  await field(page, 'Referral code (optional)').fill(code);
  await press(page, 'Create account');
  await agree(page);
  await heading(page, 'Enter the code').waitFor();
  await back(page);
  await field(page, label).waitFor();
  expect([await typed(page, label), await typed(page, 'Referral code (optional)')]).toEqual(['', code]);
});

test('every step of a transfer keeps its values until another one is started', async ({ page, server }) => {
  await arrive(page, await newFundedMember(server.url, '5000.00'));
  const name = await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  await field(page, 'Amount (NGN)').fill('1500');
  await enterNote(page, 'Rent');
  await back(page);
  await field(page, 'Account number').waitFor();
  expect(await field(page, 'Bank').locator('option:checked').textContent()).toBe('Guaranty Trust Bank');
  expect([await typed(page, 'Account number'), await typed(page, 'Account name')]).toEqual([
    '0123456789',
    name,
  ]);
  // No account is saved: a step further back is the choice of destination.
  await back(page);
  await field(page, 'Name, account or wallet number').waitFor();
  await press(page, 'Bank Account');
  await press(page, 'Continue');
  await field(page, 'Amount (NGN)').waitFor();
  expect([await typed(page, 'Amount (NGN)'), await typed(page, 'Description (optional)')]).toEqual([
    '1,500',
    'Rent',
  ]);
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });

  await openTransfer(page);
  await sheet(page)
    .getByRole('button', { name: / Account$/ })
    .filter({ hasNotText: 'Bank' })
    .click();
  const friend = (await (await newMember(server.url)).api.wallet()).identity;
  await field(page, 'Wallet number').fill(friend);
  await press(page, 'Continue');
  await field(page, 'Amount (NGN)').waitFor();
  expect(await typed(page, 'Amount (NGN)')).toBe('');
  await back(page);
  await expect.poll(() => typed(page, 'Wallet number')).toBe(friend);
});

test('no typed values are left for the next user', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await openMenu(page);
  await press(page, 'Log out');
  await page.waitForURL('**/login');
  await field(page, 'Email').waitFor();
  expect(await typed(page, 'Email')).toBe('');
});
