import type { Page } from 'playwright-core';
import { newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, openMenu, press } from '../screens/entry';
import { amountOf, choosePlan } from '../screens/plans';
import { sheet } from '../screens/wallet';

/** Services that a server with only mail and a bank lacks. */
const MISSING = [
  'google',
  'national_numbers',
  'cards',
  'bills',
  'mandates',
  'coins',
  'coin_transfers',
  'coin_sets',
  'signals',
  'exchange_keys',
  'identity',
];

const WORDS =
  /airtime|\bbills?\b|electricity|\bcoins?\b|crypto|\bsell\b|\breceive\b(?!,| money)|invest|signal|strategy|binance|trad(e|ing)\b|\bcards?\b|direct debit|\bBVN\b|\bNIN\b|identity/gi;

/** Responds as such a server does. */
async function bare(page: Page): Promise<void> {
  await page.route('**/api/app-configuration*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    const without = Object.fromEntries(MISSING.map((service) => [service, false]));
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, ...without } } });
  });
}

/** Nothing on the screen mentions the missing services. */
async function expectBare(page: Page): Promise<void> {
  await expectAccessible(page);
  const screen = await page.locator('body').ariaSnapshot();
  expect(screen.match(WORDS) ?? [], `words on ${page.url()}`).toEqual([]);
}

test('unconfigured services appear on no screen, in no list and in no sentence', async ({ page, server }) => {
  await bare(page);
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await heading(page, 'Get started').waitFor();
  await heading(page, 'Recent transactions').waitFor();
  expect(await page.getByRole('tab').allTextContents()).toEqual(['Home', 'Savings', 'Loans']);
  await expectBare(page);
  for (const view of ['Savings', 'Loans']) {
    await page.getByRole('tab', { name: view }).click();
    await heading(page, `Your ${view.toLowerCase()}`).waitFor();
    await expectBare(page);
  }
  await page.getByRole('tab', { name: 'Home' }).click();
  await openMenu(page);
  await sheet(page).getByRole('link', { name: 'Refer a friend' }).waitFor();
  await expectBare(page);
  await page.goBack();
  await sheet(page).waitFor({ state: 'detached' });
  await press(page, 'Fund');
  await sheet(page).getByRole('button', { name: 'Bank transfer (NGN)' }).waitFor();
  await expectBare(page);

  await page.goto('/settings');
  await page.locator('[data-value="2 of 6"]').waitFor();
  await expectBare(page);
  for (const name of ['profile', 'banks', 'security', 'notifications', 'saving', 'appearance', 'help']) {
    await page.goto(`/settings/${name}`);
    await page.locator('main a, main button').nth(1).waitFor();
    await expectBare(page);
  }

  await page.goto('/verify');
  await page.getByText('of 6 steps done.', { exact: false }).waitFor();
  await expectBare(page);
  await page.goto('/withdraw');
  await page.getByText('No entries found').waitFor();
  await expectBare(page);
  await page.goto('/select-app');
  await page.getByRole('button', { name: 'Savings' }).waitFor();
  await expectBare(page);
  await choosePlan(page, 'Flexible Savings');
  await field(page, 'What are you saving for?').fill('Rent');
  await amountOf(page).fill('1500');
  await sheet(page).getByRole('radio', { name: 'Wallet' }).waitFor();
  await expectBare(page);

  await page.goto('/my-loans');
  await page
    .getByText('Loans need a proven identity, and identities cannot be proven here yet.', { exact: true })
    .waitFor();
  expect(await page.getByRole('link', { name: 'Verify' }).count()).toBe(0);
  await expectAccessible(page);
});

test('the address of an unconfigured feature says so', async ({ page, server }) => {
  await bare(page);
  await arrive(page, await newMember(server.url));
  for (const [address, words] of [
    ['/wallet', 'Coins are not offered here.'],
    ['/trade/BTC', 'Coins are not offered here.'],
    ['/strategy', 'Automatic trading is not offered here.'],
    ['/services', 'Bills cannot be paid here yet.'],
    ['/plans', 'Investment plans are not offered here.'],
    ['/my-plans', 'Investment plans are not offered here.'],
  ] as const) {
    await page.goto(address);
    await page.getByText(words, { exact: true }).waitFor();
    expect(await page.getByRole('main').getByRole('tab').count()).toBe(0);
    expect(await heading(page, 'Trade signals').count()).toBe(0);
    await expectAccessible(page);
  }
});
