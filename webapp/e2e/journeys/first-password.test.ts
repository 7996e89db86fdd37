import type { Page } from 'playwright-core';
import { expect, expectAccessible, test } from '../harness/test';
import {
  agree,
  continueWithGoogle,
  enterCode,
  field,
  fillFirstProfile,
  heading,
  press,
} from '../screens/entry';
import { sheet } from '../screens/wallet';

async function comeByGoogle(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await press(page, 'Google');
  await continueWithGoogle(page);
  await field(page, 'Email').fill(email);
  await press(page, 'Continue');
  await fillFirstProfile(page);
  await page.waitForURL('**/dashboard');
}

test('a Google user has no old password to enter, and sets the first one by a code', async ({
  page,
  sandbox,
}) => {
  const email = 'first.password@gmail.com';
  await comeByGoogle(page, email);
  await page.goto('/settings/security');
  // Setting a PIN does not ask for a missing password.
  await press(page, 'Transaction PIN');
  for (const label of ['New PIN', 'Confirm PIN']) await field(page, label).fill('2580');
  await press(page, 'Save PIN');
  await sheet(page).getByText('your account has none yet').waitFor();
  expect(await field(page, 'Your password').count()).toBe(0);
  await expectAccessible(page);
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });

  expect(await page.getByRole('button', { name: 'Change password' }).count()).toBe(0);
  await press(page, 'Set a password');
  await sheet(page).getByText('Your account has no password yet.').waitFor();
  expect(await field(page, 'Old password').count()).toBe(0);
  await expectAccessible(page);
  await press(page, 'Send code');
  await enterCode(page, await sandbox.code(email));
  await field(page, 'New password').fill('Harmattan!Dust7');
  await field(page, 'Confirm password').fill('Harmattan!Dust8');
  await press(page, 'Set password');
  await expect.poll(() => field(page, 'Confirm password').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await field(page, 'Confirm password').fill('Harmattan!Dust7');
  await press(page, 'Set password');
  await page.getByText('Your password is set. Please log in.').waitFor();
  await page.waitForURL('**/login');
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill('Harmattan!Dust7');
  await press(page, 'Log in');
  // Back to the settings, where there is now a password to change.
  await page.waitForURL('**/settings/security');
  await press(page, 'Change password');
  await field(page, 'Old password').waitFor();
});

test('a user who signed up by number sees what a password requires first', async ({ page, sandbox }) => {
  await page.goto('/login');
  await press(page, 'BVN');
  await field(page, 'Bank verification number (BVN)').fill('22100000017');
  await press(page, 'Log in');
  await agree(page);
  await heading(page, 'Enter the code').waitFor();
  await enterCode(page, await sandbox.code('08030000017'));
  await page.waitForURL('**/dashboard');
  await page.goto('/settings/security');
  await press(page, 'Set a password');
  await sheet(page).getByText('A password goes with an email address').waitFor();
  expect(await sheet(page).getByRole('textbox').count()).toBe(0);
  await expectAccessible(page);
});
