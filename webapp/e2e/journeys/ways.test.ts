import type { VirtualAccount } from '../harness/api';
import { newFundedMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { openTransfer, sheet } from '../screens/wallet';

test('naira are funded by a code to dial, whose account no address can change', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '1.00');
  const { account_number } = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await arrive(page, member);
  await press(page, 'Fund');
  await sheet(page).getByRole('button', { name: 'USSD' }).click();
  await field(page, 'Bank').selectOption({ label: 'Guaranty Trust Bank' });
  await press(page, 'Continue');
  await expect.poll(() => field(page, 'Amount (NGN)').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Amount (NGN)').fill('500.50');
  await press(page, 'Continue');
  await sheet(page).getByText('A USSD code takes whole naira.').waitFor();
  await expectAccessible(page);
  await field(page, 'Amount (NGN)').fill('500');
  await press(page, 'Continue');
  await page.waitForURL('**/bank-transfer?amount=500&code=**');
  await page.getByText(`*737*2*500*${account_number}#`, { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Dial' }).getAttribute('href')).toBe(
    `tel:*737*2*500*${account_number}%23`,
  );
  await expectAccessible(page);

  // A code from elsewhere is never shown.
  const strange = new URLSearchParams({ amount: '500', code: '*737*2*Amount*9999999999*AccountNumber#' });
  await page.goto(`/bank-transfer?${strange}`);
  await page.getByText(account_number, { exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Dial' }).count()).toBe(0);
  expect(await page.getByRole('main').textContent()).not.toContain('9999999999');
});

test('a wallet offers only its currency’s funding methods', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '1.00');
  const { pin, password } = member;
  const first = { pin, confirm_pin: pin, password };
  for (const currency of ['USD', 'BTC']) {
    await member.api.must('POST', '/account/settings/pin/create', { ...first, currency });
  }
  await arrive(page, member);
  const ways = async (currency: string) => {
    await page.getByRole('tab', { name: 'Invest' }).click();
    await press(page, currency);
    await page.getByTestId('balance').waitFor();
    const fund = await fundingWays();
    await openTransfer(page);
    const send = await sheet(page)
      .getByRole('button', { name: / Account$/ })
      .allTextContents();
    await press(page, 'Close');
    await sheet(page).waitFor({ state: 'detached' });
    return { fund: fund.map((text) => text.trim()), send: send.map((text) => text.trim()) };
  };
  /** A coin is received at its address. */
  const fundingWays = async () => {
    const button = page.getByRole('button', { name: 'Fund', exact: true });
    if ((await button.count()) === 0) {
      const receive = page.getByRole('main').getByRole('link', { name: 'Receive', exact: true });
      await receive.waitFor();
      return receive.allTextContents();
    }
    await button.click();
    await sheet(page).waitFor();
    // A method has its price and its speed below its name.
    const names = sheet(page).locator('button:not([aria-label]) span > span:first-child');
    const found = await names.allTextContents();
    await press(page, 'Close');
    await sheet(page).waitFor({ state: 'detached' });
    return found;
  };
  expect(await ways('NGN')).toMatchObject({
    fund: ['Bank transfer (NGN)', 'Card', 'USSD', 'Wallet deposit'],
    send: ['Bank Account', 'Ajo Account'],
  });
  expect(await ways('USD')).toMatchObject({
    fund: ['Bank transfer (USD)', 'Card', 'Wallet deposit'],
    send: ['Bank Account', 'Ajo Account'],
  });
  expect(await ways('BTC')).toMatchObject({ fund: ['Receive'], send: ['Ajo Account'] });
});

test('a success page leads only to the app’s own pages', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '1.00');
  await arrive(page, member);
  const skip = async (next: string) => {
    await page.goto(`/success?${new URLSearchParams({ next })}`);
    return page.getByRole('link', { name: 'Skip', exact: true }).getAttribute('href');
  };
  expect(await skip('/transaction')).toBe('/transaction');
  for (const foreign of ['https://example.com/', '//example.com', 'javascript:alert(1)', '/login']) {
    expect(await skip(foreign), foreign).toBe('/dashboard');
  }
});

test('every call after the configuration names its tenant', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '1.00');
  const businesses = new Set<string | undefined>();
  page.on('request', (request) => {
    if (request.url().endsWith('/api/accounts')) businesses.add(request.headers()['x-business']);
  });
  await arrive(page, member);
  await page.getByTestId('balance').waitFor();
  const { business } = await member.api.must<{ business: string }>('GET', '/app-configuration');
  expect([...businesses]).toEqual([business]);
});
