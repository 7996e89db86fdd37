import type { Page } from 'playwright-core';
import { newMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { continueWithGoogle, field, press } from '../screens/entry';

async function toGoogle(page: Page, path = '/login'): Promise<void> {
  await page.goto(path);
  await press(page, 'Google');
  await continueWithGoogle(page);
  await field(page, 'Email').waitFor();
}

async function becomes(page: Page, email: string, given: string, family: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'First name').fill(given);
  await field(page, 'Last name').fill(family);
}

test('a user signs up with Google, comes back, and the address bar reveals nothing', async ({ page }) => {
  await page.goto('/code/FRIEND22');
  await page.waitForURL('**/splash');
  const referrer = () => page.evaluate(() => localStorage.getItem('referrer'));
  expect(await referrer()).toBe('FRIEND22');
  await page.goto('/register');
  await press(page, 'Google');
  await expectAccessible(page);
  // Nothing is shared before consent.
  await press(page, 'Continue with Google');
  await expectAccessible(page);
  await press(page, 'Not now');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  const leaving = page.waitForRequest((request) => request.url().includes('/auth/google/redirect'));
  await continueWithGoogle(page);
  expect(new URL((await leaving).url()).search).toBe('?referrer=FRIEND22');
  await field(page, 'Email').waitFor();
  await expectAccessible(page);
  await becomes(page, 'zainab.google@gmail.com', 'Zainab', 'Lawal');
  await press(page, 'Continue');
  // The date of birth is still missing: the profile asks for it.
  await page.waitForURL('**/profile?page=verification');
  await page.getByText('Zainab Lawal', { exact: true }).waitFor();
  // The code was used: the next person on this device must not inherit it.
  expect(await referrer()).toBe(null);
  expect(page.url()).not.toContain('auth_code');
  // The history does not contain the code either.
  await page.goBack();
  expect(page.url()).not.toContain('auth_code');

  await page.goto('/profile');
  await press(page, 'Log out');
  await page.waitForURL('**/login');
  await toGoogle(page);
  await becomes(page, 'zainab.google@gmail.com', 'Zainab', 'Lawal');
  await press(page, 'Continue');
  await page.waitForURL('**/profile?page=verification');
  // A reload keeps the session.
  await page.reload();
  await page.getByText('Zainab Lawal', { exact: true }).waitFor();
});

test('a slow exchange is waited for, and no address contains the code meanwhile', async ({ page }) => {
  await page.route('**/api/auth/retrieve/**', async (route) => {
    // Longer than the splash page is shown without an exchange.
    await page.clock.runFor(4000);
    expect(page.url()).not.toContain('auth_code');
    await page.getByText('Signing you in').waitFor();
    await route.continue();
  });
  await toGoogle(page);
  await becomes(page, 'binta.google@gmail.com', 'Binta', 'Sule');
  await page.clock.install();
  await press(page, 'Continue');
  await page.waitForURL('**/profile?page=verification');
});

test('declined, expired and conflicting sign-ins are reported', async ({ page, server, watch }) => {
  watch.allow(/422 .*\/api\/auth\/retrieve\//, /422 \(Unprocessable .*\/api\/auth\/retrieve\//);
  await toGoogle(page);
  await press(page, 'Cancel');
  await page.getByText('You did not sign in with Google.').waitFor();
  await expectAccessible(page);

  const member = await newMember(server.url, newPerson('Tola', 'Bakare'));
  await toGoogle(page);
  await becomes(page, member.email, 'Tola', 'Bakare');
  await press(page, 'Continue');
  await page.getByText('There is an account with this email address.').waitFor();

  // A link with another user's code is useless.
  await page.goto('/?auth_code=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await page.getByText('This sign-in has expired. Please try again.').waitFor();
  expect(page.url()).toMatch(/\/login\?google=expired$/);
});
