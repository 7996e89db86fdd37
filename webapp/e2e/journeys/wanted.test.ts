import type { Page } from 'playwright-core';
import { Api } from '../harness/api';
import { listening } from '../harness/live';
import { newMember, newPerson, type Person } from '../harness/person';
import { settled } from '../harness/settled';
import { expect, test } from '../harness/test';
import { tellOwnTime } from '../harness/time';
import {
  agree,
  arriveByForm,
  continueWithGoogle,
  enterCode,
  field,
  fillFirstProfile,
  heading,
  openMenu,
  press,
} from '../screens/entry';

/** Requests a page as a visitor, who is sent to the sign-in page. */
async function requestAsVisitor(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForURL('**/login');
  await field(page, 'Email').waitFor();
  // The address does not carry it: anyone could write such a link.
  expect(new URL(page.url()).search).toBe('');
}

async function logIn(page: Page, { email, password }: Person): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await press(page, 'Log in');
}

test('signing in leads to the requested page, once', async ({ page, server }) => {
  const member = await newMember(server.url);
  await requestAsVisitor(page, '/security-questions?from=letter');
  await logIn(page, member);
  await page.waitForURL('**/security-questions?from=letter');
  await heading(page, 'Security questions').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await page.getByTestId('balance').waitFor();
  expect(new URL(page.url()).pathname).toBe('/dashboard');
});

for (const [mode, label, number, phone] of [
  ['BVN', 'Bank verification number (BVN)', '22100000021', '08030000021'],
  ['NIN', 'National identity number (NIN)', '71100000022', '08030000022'],
] as const) {
  test(`so does signing in by ${mode} and code`, async ({ page, sandbox }) => {
    await requestAsVisitor(page, '/transaction');
    await press(page, mode);
    await field(page, label).fill(number);
    await press(page, 'Log in');
    await agree(page);
    await heading(page, 'Enter the code').waitFor();
    await enterCode(page, await sandbox.code(phone));
    await page.waitForURL('**/transaction');
    await heading(page, 'Transaction').waitFor();
  });
}

test('so does signing in by Google, after the profile that every page requires', async ({ page }) => {
  await requestAsVisitor(page, '/bank-account');
  await press(page, 'Google');
  await continueWithGoogle(page);
  await field(page, 'Email').fill('zainab.wanted@gmail.com');
  await press(page, 'Continue');
  await fillFirstProfile(page);
  await page.waitForURL('**/bank-account');
  await heading(page, 'Bank accounts').waitFor();
});

test('so does verifying the address by a code on the way', async ({ page, server, sandbox }) => {
  const person = newPerson();
  const { name, email, phone, password } = person;
  await new Api(server.url).must('POST', '/auth/register', { name, email, phone, password, agreement: true });
  const earlier = await sandbox.code(email);
  await requestAsVisitor(page, '/withdraw');
  await logIn(page, person);
  await heading(page, 'Enter the code').waitFor();
  await enterCode(page, await sandbox.code(email, earlier));
  await fillFirstProfile(page);
  await page.waitForURL('**/withdraw');
});

test('after inactivity a user returns to the same page; after signing out, to the start', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await page.clock.install();
  await tellOwnTime(page);
  await listening(page, () => arriveByForm(page, member));
  await listening(page, () => page.goto('/profile?session=address&edit=true'));
  await heading(page, 'Profile').waitFor();
  // The page scrolls to the address by itself, which counts as activity.
  await settled(page);
  await page.clock.fastForward('03:10');
  await page.clock.fastForward('00:05');
  await page.waitForURL('**/login');
  await logIn(page, member);
  await page.waitForURL('**/profile?session=address&edit=true');

  await openMenu(page);
  await press(page, 'Log out');
  await page.waitForURL('**/login');
  await logIn(page, member);
  await page.waitForURL('**/dashboard');
  await page.getByTestId('balance').waitFor();
});

test('signing in never leads to another site, or to a result page named by a link', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await requestAsVisitor(page, '/bank-withdraw-success?reference=ABCDEFGH&amount=1.00&currency=NGN');
  await page.evaluate(() => {
    if (sessionStorage.getItem('wanted') === null) sessionStorage.setItem('wanted', '//evil.example/x');
  });
  await page.reload();
  await logIn(page, member);
  await page.waitForURL('**/dashboard');
  await page.getByTestId('balance').waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('wanted'))).toBe(null);
});
