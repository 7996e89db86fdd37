import type { Page } from 'playwright-core';
import { newFundedMember, newMember, newPerson } from '../harness/person';
import { test as base, expect } from '../harness/test';
import { arrive, enterCode, field, heading, login, loginRefused, press, register } from '../screens/entry';
import { choosePlan, fillSavings } from '../screens/plans';
import { moneyStages } from '../screens/stages';
import { acceptPrice, chooseNewBank, enterAmount, enterPin, sheet } from '../screens/wallet';

const test = base.extend({ translated: true });

const fonts = (page: Page) => page.locator('font > font').count();

test('on a translated page users sign up and in, also after a refusal', async ({ page, server, sandbox }) => {
  const person = newPerson();
  await register(page, person);
  expect(await fonts(page)).toBeGreaterThan(5);
  await enterCode(page, '111111');
  await page.getByRole('alert').first().waitFor();
  await enterCode(page, await sandbox.code(person.email));
  await heading(page, 'Account Verified!').waitFor();
  const member = await newMember(server.url);
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.removeItem('uuid'));
  await login(page, { ...member, password: 'Not-The-Password-1' });
  await loginRefused(page);
  await field(page, 'Password').fill(member.password);
  await press(page, 'Log in');
  await page.waitForURL('**/dashboard');
  await page.getByTestId('balance').waitFor();
});

test('on a translated page money is sent, and every payment is shown up to its PIN', async ({
  page,
  server,
}) => {
  const payer = await newFundedMember(server.url, '20000.00');
  const payee = await newMember(server.url);
  await arrive(page, payer);
  await moneyStages(page, payee, async (stage) => {
    expect(await fonts(page), stage).toBeGreaterThan(5);
  });
  await page.goto('/dashboard');
  await chooseNewBank(page, 'Access Bank', '0123456789');
  await field(page, 'Amount (NGN)').fill('50000');
  await sheet(page).getByText('you cannot withdraw above your available balance', { exact: false }).waitFor();
  await enterAmount(page, '1500', 'Rent');
  await acceptPrice(page);
  await enterPin(page, '0000');
  await sheet(page).getByRole('alert').first().waitFor();
  await enterPin(page, payer.pin);
  await page.waitForURL('**/bank-withdraw-success?**');
  await page.getByText('Successful', { exact: true }).first().waitFor();
});

test('on a translated page savings and coin sets are started, and signals shown', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '60000.00');
  await arrive(page, member);
  await choosePlan(page, 'Target Savings');
  await fillSavings(page, { source: 'Card' });
  await press(page, 'Pay by card');
  await enterPin(page, member.pin);
  await press(page, 'Pay ₦2,050.00');
  const checkout = page.frameLocator('iframe[title="Card payment"]');
  await checkout.getByRole('button', { name: 'Decline' }).click();
  await sheet(page).getByText('Your card was declined. Nothing was charged.').waitFor();
  await page.goto('/plans');
  await page.getByRole('tab', { name: 'Flexible' }).click();
  await page.getByRole('button', { name: 'Start plan: Mixed Set' }).click();
  await field(page, 'Name of the set').fill('Rainy days');
  await field(page, 'Amount (NGN)').fill('10000');
  await page.getByRole('radio', { name: 'Wallet' }).check();
  await page.getByRole('checkbox', { name: 'I know that a coin set can lose value.' }).check();
  await press(page, 'Proceed');
  await press(page, 'Accept and pay ₦10,000.00');
  await enterPin(page, member.pin);
  await page.waitForURL('**/subscribe-success?**');
  await page.getByText('Coin set: Active').waitFor({ timeout: 30_000 });

  await page.goto('/settings/trading');
  await press(page, 'Subscribe');
  await press(page, 'Proceed');
  await press(page, 'Confirm');
  await enterPin(page, member.pin);
  await page.getByText('Your trade signals are on.').waitFor();
  await page.goto('/dashboard');
  await page
    .getByRole('region', { name: 'Trade signals' })
    .getByRole('link', { name: /ETH.*Predicted.*-1\.3%/ })
    .click();
  await heading(page, 'ETH / USDT').waitFor();
  await page.goto('/wallet?coin=BTC');
  await heading(page, 'Bitcoin').waitFor();
  await page.getByRole('tab', { name: 'Week' }).click();
  await page.getByText('within a week', { exact: false }).waitFor();
  await page.goto('/wallet');
  await heading(page, 'Coins').waitFor();
});

test('on a translated page settings are changed and messages exchanged', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  const facts = ['--state', 'Lagos', '--lga', 'Ikeja', '--support-email', 'traders@example.com'];
  server.run('cluster', 'add', 'TALK0001', '--name', 'Traders', ...facts, '--by', 'Grace');
  await arrive(page, member);
  await press(page, 'Join a cluster');
  await field(page, 'Cluster code').fill('NOWHERE');
  await press(page, 'Continue');
  await sheet(page).getByText('No cluster has this code.').waitFor();
  await field(page, 'Cluster code').fill('TALK0001');
  await press(page, 'Continue');
  await press(page, 'Confirm');
  await press(page, 'Open the chat');
  await field(page, 'Message').fill('Good morning');
  await page.keyboard.press('Enter');
  await page.getByRole('log').getByText('Good morning', { exact: true }).waitFor();

  await page.goto('/chat');
  await field(page, 'Message').fill('I forgot my PIN.');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.getByRole('log').getByText(', sent').count()).toBe(1);
  await sandbox.answer(member.user.uuid, 'Open Settings.');
  await page.getByRole('log').getByText('Open Settings.').waitFor();

  await page.goto('/settings/saving');
  await page.getByRole('switch', { name: 'Auto save' }).click();
  await page.getByText('Instalments are paid from your wallet on the day they are due.').waitFor();
  await page.goto('/settings/security');
  await press(page, 'Change password');
  await field(page, 'Old password').fill('Not-The-Password-1');
  await field(page, 'New password').fill('Rainy!Season9');
  await field(page, 'Confirm the new password').fill('Rainy!Season9');
  await sheet(page).getByRole('button', { name: 'Change password' }).click();
  await sheet(page).getByText('The password is not correct.').waitFor();
});
