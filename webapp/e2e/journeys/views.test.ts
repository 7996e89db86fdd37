import type { Locator } from 'playwright-core';
import { newContext } from '../harness/browser';
import { listening } from '../harness/live';
import { newFundedMember, newMember, newPerson } from '../harness/person';
import { startServer } from '../harness/server';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

test('the chosen view opens first on every device, and a balance leads to its currency', async ({
  page,
  browser,
  server,
}) => {
  const member = await newFundedMember(server.url, '1500.00');
  await arrive(page, member);
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  expect(await page.getByRole('combobox', { name: 'Currency' }).locator('option').allTextContents()).toEqual([
    'NGN',
    'USD',
  ]);
  await page.getByText('Total in all wallets', { exact: false }).waitFor();
  for (const name of ['Savings', 'Loans', 'Invest']) {
    await tab(name).click();
    await expect.poll(() => tab(name).getAttribute('aria-selected')).toBe('true');
    await expectAccessible(page);
  }
  const other = await newContext(browser, server.url);
  const second = await other.context.newPage();
  await second.goto('/login');
  await field(second, 'Email').fill(member.email);
  await field(second, 'Password').fill(member.password);
  await press(second, 'Log in');
  await second.getByRole('tab', { name: 'Invest' }).waitFor();
  await expect
    .poll(() => second.getByRole('tab', { name: 'Invest' }).getAttribute('aria-selected'))
    .toBe('true');
  await other.context.close();

  const chosen = page.waitForResponse('**/api/accounts/active');
  await page.getByRole('button', { name: 'BTC', exact: true }).click();
  // A new page asks the server, so wait until it has the choice.
  await chosen;
  await expect.poll(() => tab('Home').getAttribute('aria-selected')).toBe('true');
  await expect.poll(() => page.getByTestId('balance').textContent()).toMatch(/₿|BTC/);
  await page.reload();
  await expect.poll(() => page.getByTestId('balance').textContent()).toMatch(/₿|BTC/);
  await page.getByText(/^1 BTC = [\d,.]+ USDT$/).waitFor();
  await expectAccessible(page);

  await page.goto('/select-app');
  await page.getByRole('button', { name: /^Savings/ }).click();
  await page.waitForURL('**/dashboard');
  await expect.poll(() => tab('Savings').getAttribute('aria-selected')).toBe('true');
});

test('the footer leads to the chosen view, the side menu to every place, each at its own screen width', async ({
  page,
  server,
}) => {
  await arrive(page, await newMember(server.url));
  const footer = page.getByRole('navigation', { name: 'Main' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const choose = (view: string) => page.getByRole('tab', { name: view, exact: true }).click();
  const places = (navigation: Locator) => navigation.getByRole('link').allInnerTexts();
  expect(await places(footer)).toEqual(['Home', 'Transaction', 'Settings']);
  const VIEWS = [
    ['Savings', 'Savings', '/my-savings'],
    ['Loans', 'Loans', '/my-loans'],
    ['Invest', 'Investment', '/my-plans'],
  ] as const;
  for (const [view, label, path] of VIEWS) {
    await choose(view);
    await expect
      .poll(() => places(footer), { message: view })
      .toEqual(['Home', label, 'Transaction', 'Settings']);
    expect(await footer.getByRole('link', { name: label }).getAttribute('href')).toBe(path);
    expect(await menu.isVisible(), view).toBe(false);
  }
  // A plans page opened directly has its own entry, which is the current one.
  for (const [, label, path] of VIEWS) {
    await page.goto(path);
    await expect
      .poll(() => places(footer), { message: path })
      .toEqual(['Home', label, 'Transaction', 'Settings']);
    expect(await footer.locator('[aria-current=page]').allInnerTexts()).toEqual([label]);
  }
  await page.goto('/dashboard');

  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [view, label, path] of VIEWS) {
    await choose(view);
    await expect
      .poll(async () => (await places(menu)).slice(0, 6), { message: view })
      .toEqual(['Home', 'Send', 'Bills', 'Savings', 'Loans', 'Investment']);
    expect(await menu.getByRole('link', { name: label }).getAttribute('href')).toBe(path);
    expect(await footer.isVisible(), view).toBe(false);
  }
  await menu.getByRole('link', { name: 'Investment' }).click();
  await page.waitForURL('**/my-plans');
  await menu.getByRole('link', { name: 'Home' }).click();
  await menu.getByRole('link', { name: 'Send' }).click();
  await sheet(page).getByText('Bank Account', { exact: true }).waitFor();
});

test('a tip is shown until it is closed, and all of them again on request', async ({ browser, server }) => {
  const { context, watch } = await newContext(browser, server.url, { tips: 'new' });
  const page = await context.newPage();
  await arrive(page, await newMember(server.url));
  const tip = page.getByRole('note', { name: 'Your wallets' });
  await tip.getByText('Home shows one wallet at a time.', { exact: false }).waitFor();
  await expectAccessible(page);
  await press(page, 'Close tip: Your wallets');
  await tip.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: 'Invest' }).click();
  await page
    .getByRole('note', { name: 'Investing' })
    .getByText(/up to 4% in a month.*not guaranteed/)
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Home' }).click();
  await page.reload();
  await page.getByTestId('balance').waitFor();
  expect(await tip.count()).toBe(0);
  await page.goto('/settings/help');
  await press(page, 'Show tips again');
  await tip.waitFor();
  expect(watch.unexpected()).toEqual([]);
  await context.close();
});

test('the bank’s requests for a phone and a BVN, and the cost of a transfer in dollars', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/bank-transfer-usd');
  await field(page, 'Amount to receive (USD)').fill('100');
  await page.getByText('$101.00').first().waitFor();
  await field(page, 'Amount to receive (USD)').fill('1,000');
  await page.getByText('$1,010.00').first().waitFor();
  await field(page, 'Amount to receive (USD)').fill('2000');
  expect(await field(page, 'Amount to receive (USD)').inputValue()).toBe('2,000');
  await page.getByText('SWIFT code').waitFor();
  await page.getByText('Routing number').waitFor();
  await expectAccessible(page);

  await sandbox.behave('bank', 'bvn_required');
  await page.goto('/bank-transfer');
  await field(page, 'BVN').fill('123');
  await press(page, 'Continue');
  await expect.poll(() => field(page, 'BVN').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await field(page, 'BVN').fill('22212345678');
  await press(page, 'Continue');
  await page.getByText('Account number', { exact: true }).waitFor();
  await sandbox.behave('bank', 'succeed');
});

test('prices are requested for coin wallets only', async ({ browser }) => {
  const server = await startServer();
  const { context, watch } = await newContext(browser, server.url);
  const page = await context.newPage();
  const member = await newMember(server.url);
  await page.clock.install();
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/prices') asked.push(request.postDataJSON());
  });
  await arrive(page, member);
  await member.api.must('PUT', '/accounts/active', { currency: 'USDT' });
  await page.reload();
  await expect.poll(() => page.getByTestId('balance').textContent()).toContain('₮');
  expect(asked).toEqual([]);
  await member.api.must('PUT', '/accounts/active', { currency: 'ETH' });
  await listening(page, () => page.reload());
  await page.getByText(/^1 ETH = [\d,.]+ USDT$/).waitFor();
  expect(asked).toEqual([{ pairs: ['ETHUSDT'] }]);
  await page.clock.fastForward('01:01');
  await expect.poll(() => asked.length).toBe(2);
  expect(watch.unexpected().filter((fault) => !fault.startsWith('moved: '))).toEqual([]);
  await context.close();
  await server.stop();
  server.remove();
});

test('the bank gets the BVN that proved the identity; another one is questioned first', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url, newPerson('Grace', 'Akpan'));
  const { api } = member;
  const bvn = '22100000007';
  await api.must('POST', '/profile', {
    first_name: 'Grace',
    last_name: 'Akpan',
    gender: 'female',
    dob: '07-07-1976',
  });
  await api.must('POST', '/verify/bvn', { bvn });
  await api.must('POST', '/verify/bvn', { bvn, code: await sandbox.code('08030000007') });
  await arrive(page, member);
  const given: unknown[] = [];
  page.on('request', (request) => {
    const { bvn: sent } = request.url().endsWith('/api/accounts/fund') ? request.postDataJSON() : {};
    if (sent) given.push(sent);
  });
  await sandbox.behave('bank', 'bvn_required');
  await page.goto('/bank-transfer');
  await field(page, 'BVN').fill('22212345678');
  await press(page, 'Continue');
  const doubt = sheet(page).getByText(/You didn't verify your identity with this BVN/);
  await doubt.waitFor();
  await sheet(page).getByRole('button', { name: 'Continue with this BVN' }).waitFor();
  await expectAccessible(page);
  expect(given).toEqual([]);
  await field(page, 'BVN').fill(bvn);
  await doubt.waitFor({ state: 'detached' });
  await press(page, 'Continue');
  await page.getByText('Account number', { exact: true }).waitFor();
  expect(given).toEqual([bvn]);
  await sandbox.behave('bank', 'succeed');
});

test('a wallet is paid by its number or its QR code', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '1.00');
  await arrive(page, member);
  await press(page, 'Fund');
  await sheet(page).getByRole('button', { name: 'Wallet deposit' }).click();
  const code = sheet(page).getByRole('img', { name: /^QR code of Ajo wallet number \d{10}$/ });
  await code.waitFor();
  await sheet(page).getByText(member.name, { exact: true }).waitFor();
  await expectAccessible(page);
});

test('restricted users are offered no way to send, and see why where a link remains', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  server.run('user', 'restrict', member.email, '--by', 'Grace in support');
  await arrive(page, member);
  await page.getByRole('button', { name: 'Fund', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Send or withdraw' }).count()).toBe(0);
  // The form does not open if it cannot be paid.
  const why = page.getByText('Your account is restricted: it cannot pay or send money.');
  for (const [path, action] of [
    ['/saves?all=yes', /^Start saving: /],
    ['/plans', /^Start plan: /],
    ['/settings/trading', 'Subscribe'],
  ] as const) {
    await page.goto(path);
    await why.first().waitFor();
    expect(await page.getByRole('button', { name: action }).first().isDisabled()).toBe(true);
    await expectAccessible(page);
  }
  await page.goto('/services?type=airtime');
  await page.getByLabel('Network').selectOption('glo');
  await field(page, 'Phone number').fill('08051234567');
  await field(page, 'Amount (NGN)').fill('350');
  await press(page, 'Pay ₦350.00');
  await page.getByText('Cannot perform this transaction!').first().waitFor();
  expect((await member.api.wallet()).ledger_balance).toBe('5000.00');
});
