import { newFundedMember, newMember, signInAgain } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';
import { payFromWallet } from '../screens/plans';
import { enterPin, sheet } from '../screens/wallet';

const PATIENCE = { timeout: 30_000 };

interface Taken {
  status: string;
  coins: { price_bought: string; price_sold: string | null }[];
}

const kobo = (amount: string): bigint => BigInt(amount.replace('.', ''));

test('a coin set shows its allocation before it is accepted, and its losses afterwards', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '20000.00');
  await arrive(page, member);
  await page.getByRole('tab', { name: 'Invest' }).click();
  await page.getByRole('link', { name: 'Start Investing' }).click();
  await heading(page, 'Investment plans').waitFor();
  await page.getByText('That is not guaranteed', { exact: false }).first().waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Flexible' }).click();
  await page.getByText('50%').first().waitFor();
  await page.getByRole('button', { name: 'Start plan: Mixed Set' }).click();
  await field(page, 'Name of the set').fill('Rainy days');
  await field(page, 'Amount (NGN)').fill('10000.01');
  const parts = sheet(page).getByRole('region', { name: 'What goes into each coin' });
  for (const part of ['₦5,000.01', '₦3,000.00', '₦2,000.00']) await parts.getByText(part).waitFor();
  await page.getByRole('radio', { name: 'Wallet' }).check();
  await page.getByRole('checkbox', { name: 'I know that a coin set can lose value.' }).check();
  await expectAccessible(page);
  await press(page, 'Proceed');
  await heading(page, 'Review').waitFor();
  await parts.getByText('₦5,000.01').waitFor();
  await expectAccessible(page);
  await press(page, 'Accept and pay ₦10,000.01');
  await enterPin(page, member.pin);
  await page.waitForURL('**/subscribe-success?**');
  await page.getByText('Coin set: Active').waitFor(PATIENCE);
  await expectAccessible(page);
  // Amounts below the exchange's lot size are back in the wallet, to the kobo.
  const [set] = (await member.api.must<{ data: Taken[] }>('GET', '/subscriptions?type=coins')).data;
  const spent = (set?.coins ?? []).reduce((sum, { price_bought }) => sum + kobo(price_bought), 0n);
  expect(kobo((await member.api.wallet()).ledger_balance)).toBe(2_000_000n - spent);

  await page.getByRole('link', { name: 'My coin sets' }).click();
  await page.getByRole('button', { name: /Rainy days/, expanded: false }).click();
  const coins = page.getByRole('list', { name: 'Coins' });
  await coins.getByText('Bought', { exact: true }).first().waitFor();
  await coins
    .getByText(/^(Gain|Loss) of/)
    .first()
    .waitFor();
  await coins.getByText('Bitcoin', { exact: false }).first().waitFor();
  await page.getByText('Worth now is what selling everything would bring.', { exact: false }).waitFor();
  await expectAccessible(page);

  // Invest shows the set and counts it.
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Invest' }).click();
  const own = page.getByRole('region', { name: 'Your coin sets' });
  await own
    .getByText(/^(Gain|Loss) of/)
    .first()
    .waitFor();
  await page.getByText('Total in all wallets and coin sets', { exact: false }).waitFor();
  await expectAccessible(page);
  await own.getByRole('link', { name: /Rainy days/ }).click();
  await coins.first().waitFor();
  await press(page, 'Terminate: Rainy days');
  await sheet(page).getByText('Are you sure you want to terminate this plan?').waitFor();
  await expectAccessible(page);
  await press(page, 'Terminate plan');
  await page.getByText('Terminated', { exact: true }).first().waitFor(PATIENCE);

  // Everything bought at the exchange was sold there. Tether is the quote currency and not traded.
  await page.goto('/sandbox');
  const orders = page.getByRole('region', { name: 'Orders at the exchange' }).getByRole('listitem');
  await orders.first().waitFor();
  const listed = (await orders.allTextContents()).map((order) => order.split(' '));
  const pairs = (wanted: string) =>
    listed.flatMap(([side, , pair]) => (side === wanted ? [pair] : [])).toSorted();
  expect(pairs('buy').length).toBeGreaterThan(1);
  expect(pairs('sell')).toEqual(pairs('buy'));
});

test('a card pays a coin set', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/plans');
  await page.getByRole('tab', { name: 'Flexible' }).click();
  await page.getByRole('button', { name: 'Start plan: Mixed Set' }).click();
  await field(page, 'Name of the set').fill('Rainy days');
  await field(page, 'Amount (NGN)').fill('10000');
  await page.getByRole('checkbox', { name: 'I know that a coin set can lose value.' }).check();
  await press(page, 'Proceed');
  await press(page, 'Accept and pay by card');
  await enterPin(page, member.pin);
  await press(page, 'Pay ₦10,050.00');
  const checkout = page.frameLocator('iframe[title="Card payment"]');
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/subscribe-success?**', PATIENCE);
  await page.getByText('Coin set: Active').waitFor(PATIENCE);
});

test('a coin set awaiting a bank transfer is cancelled', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '10.00');
  const plans = await member.api.must<{ id: string; version: number }[]>('GET', '/plans?type=coins');
  const body = {
    plan_id: plans[0]?.id,
    plan_version: plans[0]?.version,
    type: 'coins',
    name: 'Rainy days',
    amount: '10000.00',
    funding_source: 'bank',
    confirm: true,
  };
  const calls = { quote: '/quotes/plan', pay: '/plans/subscribe', action: 'coins_start' };
  await payFromWallet(member, calls, body);
  await arrive(page, member);
  await page.goto('/my-plans');
  await page.getByRole('button', { name: /Rainy days/, expanded: false }).click();
  await page
    .getByText(
      'We buy your coins when a bank transfer of exactly ₦10,000.00 arrives. Any other amount stays in your wallet.',
    )
    .waitFor();
  await press(page, 'Cancel plan: Rainy days');
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Cancel this plan' }).click();
  await page.getByText('Plan cancelled').waitFor();
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Cancel plan: Rainy days' }).count()).toBe(0);
  await expectAccessible(page);
});

test('a user without a coin set is led to the plans', async ({ page, server }) => {
  await arrive(page, await newFundedMember(server.url, '500.00'));
  await page.goto('/my-plans');
  await page.getByText('You have no coin sets yet.').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See the plans' }).first().click();
  await heading(page, 'Investment plans').waitFor();
});

test('a coin set that reaches its end is sold without the penalty, as its review has shown', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newFundedMember(server.url, '20000.00');
  await arrive(page, member);
  await page.goto('/plans');
  await page.getByRole('button', { name: 'Start plan: Large Cap Set' }).click();
  await field(page, 'Name of the set').fill('Rainy days');
  await field(page, 'Amount (NGN)').fill('10000');
  await page.getByRole('radio', { name: 'Wallet' }).check();
  await page.getByRole('checkbox', { name: 'I know that a coin set can lose value.' }).check();
  await press(page, 'Proceed');
  await press(page, 'What if I stop early?');
  const slider = page.getByRole('slider', { name: 'Day on which you stop' });
  expect(await slider.getAttribute('aria-valuetext')).toBe('Today: the penalty is ₦200.00');
  await expectAccessible(page);
  await press(page, 'Accept and pay ₦10,000.00');
  await enterPin(page, member.pin);
  await page.getByText('Coin set: Active').waitFor(PATIENCE);
  const before = kobo((await member.api.wallet()).ledger_balance);

  // An open page would keep polling, and store its address when the session ended.
  await page.goto('about:blank');
  for (let month = 0; month < 3; month += 1) await sandbox.pass(31 * 24);
  await signInAgain(member);
  const taken = async () =>
    (await member.api.must<{ data: Taken[] }>('GET', '/subscriptions?type=coins')).data[0];
  await expect.poll(async () => (await taken())?.status, PATIENCE).toBe('COMPLETED');
  await arrive(page, member);
  await page.goto('/my-plans');
  await page.getByText('Completed', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: /Rainy days/, expanded: false }).click();
  await expect.poll(() => page.getByText(/ (BTC|ETH) for /).count()).toBe(4);
  await expectAccessible(page);
  await signInAgain(member);
  const set = await taken();
  const proceeds = (set?.coins ?? []).reduce((sum, { price_sold }) => sum + kobo(price_sold ?? '0.00'), 0n);
  expect(proceeds).toBeGreaterThan(0n);
  expect(kobo((await member.api.wallet()).ledger_balance)).toBe(before + proceeds);
});
