import type { Page } from 'playwright-core';
import { Authenticator, byName } from '../harness/authenticator';
import { newContext } from '../harness/browser';
import { type Member, newFundedMember, newMember } from '../harness/person';
import { test as base, expect, expectAccessible } from '../harness/test';
import { liveAt } from '../harness/time';
import { arriveByForm, field, heading, openMenu, press } from '../screens/entry';
import {
  acceptPrice,
  chooseWallet,
  enterAmount,
  enterPin,
  paidReference,
  sheet,
  sheetGone,
} from '../screens/wallet';

/** A page at the server's name, with a fingerprint reader. */
const test = base
  .extend({
    opened: async ({ browser, server }, use) => {
      const opened = await newContext(browser, byName(server.url));
      await use(opened);
      await opened.context.close();
      expect(opened.watch.unexpected()).toEqual([]);
    },
  })
  .extend<{ reader: Authenticator }>({
    reader: async ({ page }, use) => use(await Authenticator.of(page)),
  });

const OFFER = /^Open .+ with your fingerprint$/;
const BY_FINGER = 'Use fingerprint or face';

const offer = (page: Page) => page.getByRole('dialog', { name: OFFER });
const card = (page: Page) => page.getByRole('heading', { name: 'Fingerprint or face' }).locator('..');

async function acceptOffer(page: Page): Promise<void> {
  await offer(page).waitFor();
  await press(page, 'Continue');
  await page.getByText('with your fingerprint or face.').waitFor();
  await offer(page).waitFor({ state: 'hidden' });
}

async function logOut(page: Page): Promise<void> {
  await openMenu(page);
  await sheet(page).getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
}

test('the passkey that is offered opens the account with one touch', async ({ page, server, reader }) => {
  const member = await newMember(server.url);
  await arriveByForm(page, member);
  await offer(page).waitFor();
  await expectAccessible(page);
  await acceptOffer(page);
  expect(await reader.count()).toBe(1);

  await logOut(page);
  await page.getByText(member.firstName, { exact: true }).waitFor();
  expect(await page.getByLabel('Password', { exact: true }).count()).toBe(0);
  await expectAccessible(page);
  await press(page, BY_FINGER);
  await page.waitForURL('**/dashboard');

  // After a reload the sign-in page still greets.
  await logOut(page);
  await page.reload();
  await press(page, BY_FINGER);
  await page.waitForURL('**/dashboard');
});

test('a finger that is not recognised leaves the password, and "Not you?" forgets the person', async ({
  page,
  server,
  reader,
}) => {
  const member = await newMember(server.url);
  await arriveByForm(page, member);
  await acceptOffer(page);
  await logOut(page);
  await reader.recognises(false);
  await press(page, BY_FINGER);
  await page.getByText('The device was not unlocked.').waitFor();
  await expectAccessible(page);
  await press(page, 'Use password');
  await field(page, 'Email').fill(member.email);
  await field(page, 'Password').fill(member.password);
  await press(page, 'Log in');
  await page.waitForURL('**/dashboard');
  await logOut(page);
  await press(page, 'Not you?');
  await field(page, 'Password').waitFor();
  expect(await page.getByText(member.firstName, { exact: true }).count()).toBe(0);
  // A passkey signs in without naming anybody.
  await reader.recognises(true);
  await press(page, 'Use a passkey');
  await page.waitForURL('**/dashboard');
});

test('an offer that was declined is not made again', async ({ page, server, reader }) => {
  const member = await newMember(server.url);
  await arriveByForm(page, member);
  await offer(page).waitFor();
  await press(page, 'Not now');
  await offer(page).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByTestId('balance').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('passkey offer'))).toBe('settled');
  expect(await reader.count()).toBe(0);
  await logOut(page);
  expect(await page.getByRole('button', { name: BY_FINGER }).count()).toBe(0);
  await field(page, 'Password').waitFor();
});

test('a passkey is added, renamed and removed in the settings', async ({ page, server, reader }) => {
  const member = await newMember(server.url);
  await arriveByForm(page, member);
  await offer(page).waitFor();
  await press(page, 'Not now');
  await sheetGone(page);
  await page.goto('/settings/security');
  await press(page, 'Add a passkey');
  await sheet(page).waitFor();
  await press(page, 'Continue');
  await card(page)
    .getByText(/not used yet$/)
    .waitFor();
  await expectAccessible(page);
  expect(await reader.count()).toBe(1);
  // The device has one already.
  await press(page, 'Add a passkey');
  await press(page, 'Continue');
  await sheet(page).getByText('This device has a passkey for your account already.').waitFor();
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'hidden' });

  await page.getByRole('button', { name: /^Change .+ on / }).click();
  await field(page, 'Name').fill('My phone');
  await expectAccessible(page);
  await press(page, 'Save name');
  await card(page).getByText('My phone', { exact: true }).waitFor();
  await press(page, 'Change My phone');
  await press(page, 'Remove passkey');
  await heading(page, 'Remove passkey').waitFor();
  await expectAccessible(page);
  await press(page, 'Remove passkey');
  await page.getByText('Passkey removed').waitFor();
  await card(page).getByText('My phone', { exact: true }).waitFor({ state: 'hidden' });
  await page.goto('/dashboard');
  await page.getByTestId('balance').waitFor();
  await logOut(page);
  // The device still holds the removed passkey: it opens nothing, and the password stays.
  await press(page, 'Use a passkey');
  await page.getByRole('alert').getByText('This passkey was not accepted.').waitFor();
  await field(page, 'Password').waitFor();
});

test('a forgotten password is replaced with the passkey', async ({ page, server, sandbox, reader }) => {
  const member = await newMember(server.url);
  await arriveByForm(page, member);
  await acceptOffer(page);
  expect(await reader.count()).toBe(1);
  // It proves nobody on its first day. An open page would keep polling, and store its address when the session ended.
  await page.goto('about:blank');
  await liveAt(page, await sandbox.pass(24));
  await page.goto('/login');
  await press(page, BY_FINGER);
  await page.waitForURL('**/dashboard');
  await page.goto('/settings/security');
  await press(page, 'Change password');
  await press(page, 'Forgot your password?');
  await heading(page, 'Set a new password').waitFor();
  await field(page, 'New password').fill('Savannah#Rain3');
  await field(page, 'Confirm the new password').fill('Savannah#Rain3');
  await expectAccessible(page);
  await press(page, 'Set with fingerprint or face');
  await page.getByText('Your password has been changed.').first().waitFor();
  await member.api.must('POST', '/auth/login', { email: member.email, password: 'Savannah#Rain3' });
});

/** Up to the PIN of a transfer. */
async function toPin(page: Page, payee: Member, amount: string): Promise<void> {
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, amount);
  await acceptPrice(page);
  await page.getByLabel('Transaction PIN, character 1 of 4').waitFor();
}

test('a payment up to the limit is confirmed with a finger, a larger one with the PIN', async ({
  page,
  server,
  reader,
}) => {
  const payer = await newFundedMember(server.url, '20000.00');
  const payee = await newMember(server.url);
  await arriveByForm(page, payer);
  await acceptOffer(page);
  await page.goto('/settings/security');
  await press(page, 'Pay without PIN');
  await field(page, 'Limit within 24 hours (NGN)').fill('5000');
  await field(page, 'Transaction PIN').fill(payer.pin);
  await expectAccessible(page);
  await press(page, 'Save limit');
  await page.getByText('Limit saved').waitFor();

  await page.goto('/dashboard');
  await page.getByTestId('balance').waitFor();
  await toPin(page, payee, '5000');
  const byFinger = sheet(page).getByRole('button', { name: BY_FINGER });
  await byFinger.waitFor();
  await expectAccessible(page);
  // Not recognised: nothing is paid, and both ways stay open.
  await reader.recognises(false);
  await byFinger.click();
  await sheet(page).getByText('The device was not unlocked.').waitFor();
  await reader.recognises(true);
  await byFinger.click();
  await paidReference(page);
  expect((await payee.api.wallet()).ledger_balance).toBe('5000.00');

  await page.goto('/dashboard');
  await page.getByTestId('balance').waitFor();
  await toPin(page, payee, '5001');
  expect(await byFinger.count()).toBe(0);
  await enterPin(page, payer.pin);
  await paidReference(page);
  expect((await payee.api.wallet()).ledger_balance).toBe('10001.00');
});
