import type { Page } from 'playwright-core';
import type { VirtualAccount } from '../harness/api';
import { type Member, newFundedMember, newMember, signInAgain } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { liveAt } from '../harness/time';
import { arrive, field, heading, press } from '../screens/entry';
import {
  amountOf,
  choosePlan,
  fillSavings,
  openSavings,
  planNamed,
  planSummary,
  savingsOf,
  startSavings,
} from '../screens/plans';
import { enterPin, sheet } from '../screens/wallet';

const HOURS_A_DAY = 24;
const PATIENCE = { timeout: 20_000 };
/** Saves a screenshot for manual inspection in the folder that E2E_EVIDENCE names. */
const evidence = async (page: Page, name: string) => {
  const folder = process.env.E2E_EVIDENCE;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` });
};
const debits = async (member: Member) =>
  (await member.api.transactions()).data.filter((one) => one.type === 'DEBIT');

test('savings are started from the wallet, stage by stage', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '20000.00');
  await arrive(page, member);
  await page.goto('/saves');
  await heading(page, 'What are you saving for?').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See all plans' }).click();
  await heading(page, 'Savings plans').waitFor();
  await page.getByRole('tab', { name: 'Flexible' }).click();
  await heading(page, 'Flexible Savings').waitFor();
  expect(await heading(page, 'Target Savings').count()).toBe(0);
  await expectAccessible(page);

  await choosePlan(page, 'Target Savings');
  const purpose = field(page, 'What are you saving for?');
  // The reason why it does not continue is beside the button, unless it is at a field.
  const why = (words: string) => sheet(page).getByRole('status').getByText(words, { exact: true });
  await why('Enter a name.').waitFor();
  await purpose.fill('Sc');
  expect(await amountOf(page).count()).toBe(0);
  await purpose.fill('School fees');
  await why('Enter an amount.').waitFor();
  await amountOf(page).fill('99');
  expect(await sheet(page).getByRole('radio').count()).toBe(0);
  await amountOf(page).fill('100');
  // Card is the default.
  await expect.poll(() => sheet(page).getByRole('radio', { name: 'Card' }).isChecked()).toBe(true);
  await amountOf(page).blur();
  const tooLittle = sheet(page).getByText(
    /because of your selected savings plan, use an amount greater than/,
  );
  await tooLittle.waitFor();
  expect(await tooLittle.count()).toBe(1);
  expect(await page.getByRole('button', { name: 'Proceed' }).isDisabled()).toBe(true);
  // This plan has a fixed duration.
  expect(await page.getByRole('checkbox', { name: 'Re-occurring' }).count()).toBe(0);
  await amountOf(page).fill('2000');
  await why('Please tick “Target Savings, every month” to continue.').waitFor();
  await expectAccessible(page);
  await fillSavings(page);

  await heading(page, 'Review').waitFor();
  const rows = sheet(page).getByRole('region', { name: 'Schedule' }).getByRole('row');
  expect(await rows.count()).toBe(13);
  await sheet(page).getByText('You save ₦24,000.00').waitFor();
  await expectAccessible(page);
  await press(page, 'Pay ₦2,000.00');
  await heading(page, 'Authorize').waitFor();
  await enterPin(page, member.pin);
  // The fingers keep typing after the fourth digit.
  await page.keyboard.type(member.pin);
  await page.waitForURL('**/save-subscribe-success?reference=**');
  await page.getByText('School fees').first().waitFor();
  await expectAccessible(page);
  expect(await savingsOf(member)).toMatchObject([
    {
      name: 'School fees',
      status: 'ACTIVE',
      pot: '2000.00',
      progress: { paid: '2000.00', total: '24000.00' },
    },
  ]);
  expect(await debits(member)).toMatchObject([{ category: 'savings-start', gross_amount: '2000.00' }]);
  expect((await member.api.wallet()).ledger_balance).toBe('18000.00');

  await page.getByRole('link', { name: 'See my savings' }).click();
  await heading(page, 'My savings').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: /School fees/ }).click();
  await heading(page, 'School fees').waitFor();
  await page.getByRole('list', { name: 'Your instalments' }).getByText('Paid').first().waitFor();
  await expectAccessible(page);
});

test('savings begin with a goal, and five taps later its first instalment is paid', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '50000.00');
  await arrive(page, member);
  await page.goto('/saves');
  await page.getByRole('link', { name: 'School fees' }).click();
  await heading(page, 'School fees').waitFor();
  const need = field(page, 'How much do you need? (NGN)');
  // A day that is too soon for the largest instalments.
  const day = field(page, 'By when?');
  const inAYear = await day.inputValue();
  await need.fill('6,000,000');
  await day.fill(new Date(Date.now() + 3 * HOURS_A_DAY * 3_600_000).toISOString().slice(0, 10));
  await page.getByText(/^No plan gets there by .* The nearest ends on /).waitFor();
  await expectAccessible(page);
  await day.fill(inAYear);
  await need.fill('120,000');
  const best = page.getByRole('status').getByText(/^₦10,000.00 on the .*, 12 times$/);
  await best.waitFor();
  await page.getByText(/^You save ₦120,000.00. It is back in your wallet on /).waitFor();
  await page.getByText('Other ways').first().click();
  await page
    .getByRole('radio', { name: /^₦4,000.00 every day, 30 times/ })
    .first()
    .check();
  await page.getByRole('status').getByText('₦4,000.00 every day, 30 times').waitFor();
  await expectAccessible(page);
  await press(page, 'In 6 months');
  await page
    .getByRole('status')
    .getByText(/^₦20,000.00 on the .*, 6 times$/)
    .waitFor();
  await press(page, 'In 1 year');
  // The way that was chosen for this goal is chosen again.
  await page
    .getByRole('radio', { name: /^₦10,000.00 on the / })
    .first()
    .check();
  await best.waitFor();
  await evidence(page, 'goal');
  await press(page, 'Save this way');
  await sheet(page).waitFor();
  expect(await field(page, 'What are you saving for?').inputValue()).toBe('School fees');
  expect(await amountOf(page).inputValue()).toBe('10,000.00');
  expect(await sheet(page).getByRole('radio', { name: 'Wallet' }).isChecked()).toBe(true);
  await page.getByRole('checkbox', { name: /I confirm the plan/ }).check();
  await press(page, 'Proceed');
  await sheet(page).getByText('₦120,000.00', { exact: true }).first().waitFor();
  await expectAccessible(page);
  await press(page, 'Pay ₦10,000.00');
  await enterPin(page, member.pin);
  await page.waitForURL('**/save-subscribe-success?reference=**');
  expect(await savingsOf(member)).toMatchObject([
    { name: 'School fees', goal: 'school_fees', target: '120000.00', pot: '10000.00' },
  ]);
  await page.goto('/my-savings');
  const tile = page.getByRole('list', { name: 'Running savings' }).getByRole('link', { name: /School fees/ });
  await tile.getByText('₦120,000.00').waitFor();
  await expectAccessible(page);
});

test('something else is saved for under its own name', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/saves');
  await page.getByRole('link', { name: 'Something else' }).click();
  await field(page, 'How much do you need? (NGN)').fill('1,000');
  await press(page, 'Save this way');
  await expect.poll(() => field(page, 'What is it?').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'What is it?').fill('A new roof');
  await press(page, 'Save this way');
  expect(await field(page, 'What are you saving for?').inputValue()).toBe('A new roof');
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'detached' });
  // The values of a goal stay with it.
  await page.getByRole('link', { name: 'Back' }).click();
  await heading(page, 'What are you saving for?').waitFor();
  await page.getByRole('link', { name: 'Something else' }).click();
  expect(await field(page, 'What is it?').inputValue()).toBe('A new roof');
});

test('an address fills in the form, and a flexible plan recurs as chosen', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  const { id } = await planNamed(member, 'Flexible Savings');
  await arrive(page, member);
  await page.goto(`/saves?plan=${id}&name=New%20phone&amount=1500&funding_source=wallet`);
  await sheet(page).waitFor();
  expect(await field(page, 'What are you saving for?').inputValue()).toBe('New phone');
  expect(await amountOf(page).inputValue()).toBe('1,500');
  expect(await sheet(page).getByRole('radio', { name: 'Wallet' }).isChecked()).toBe(true);
  // It recurs as the plan does; otherwise it is one payment, today.
  const recurs = page.getByRole('checkbox', { name: 'Re-occurring' });
  expect(await recurs.isChecked()).toBe(true);
  expect(await field(page, 'How many times').inputValue()).toBe('30');
  expect(await field(page, 'Every').inputValue()).toBe('day');
  await sheet(page).getByText('You save ₦45,000.00').waitFor();
  await sheet(page).getByText('Flexible Savings, every day', { exact: true }).waitFor();
  await recurs.uncheck();
  await sheet(page).getByText('You save ₦1,500.00').waitFor();
  await sheet(page).getByText('Flexible Savings, once', { exact: true }).waitFor();
  await recurs.check();
  await field(page, 'How many times').fill('31');
  await page.getByRole('checkbox', { name: /I confirm the plan/ }).check();
  await press(page, 'Proceed');
  await expect.poll(() => field(page, 'How many times').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'How many times').fill('4');
  await field(page, 'Every').selectOption('week');
  await sheet(page).getByText('You save ₦6,000.00').waitFor();
  await recurs.uncheck();
  await recurs.check();
  expect(await field(page, 'How many times').inputValue()).toBe('30');
  await field(page, 'How many times').fill('4');
  await field(page, 'Every').selectOption('week');
  await expectAccessible(page);
  // Values typed over those of the address survive a look at the receipt, as do the others.
  await field(page, 'What are you saving for?').fill('A newer phone');
  await press(page, 'Proceed');
  await page.getByRole('button', { name: 'Pay ₦1,500.00' }).waitFor();
  await press(page, 'Back');
  expect(await field(page, 'What are you saving for?').inputValue()).toBe('A newer phone');
  expect(await field(page, 'How many times').inputValue()).toBe('4');
  expect(await field(page, 'Every').inputValue()).toBe('week');
  expect(await sheet(page).getByRole('radio', { name: 'Wallet' }).isChecked()).toBe(true);
  await page.getByRole('checkbox', { name: /I confirm the plan/ }).check();
  await press(page, 'Proceed');
  await press(page, 'Pay ₦1,500.00');
  await enterPin(page, member.pin);
  await page.waitForURL('**/save-subscribe-success?reference=**');
  expect((await savingsOf(member))[0]?.savings).toHaveLength(4);
  // Back leads to the plans, not to the paid form.
  await heading(page, 'Savings').waitFor();
  await page.goBack();
  await heading(page, 'Savings plans').waitFor();
  expect(new URL(page.url()).search).toBe('?all=yes');
});

test('savings that do not recur are one payment, and cards are not offered where unavailable', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  await page.route('**/api/app-configuration', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = await answer.json();
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, cards: false } } });
  });
  await arrive(page, member);
  const { id } = await planNamed(member, 'Flexible Savings');
  await page.goto(`/saves?plan=${id}&name=New%20phone&amount=1500&funding_source=card`);
  await expect.poll(() => sheet(page).getByRole('radio', { name: 'Wallet' }).isChecked()).toBe(true);
  expect(await sheet(page).getByRole('radio', { name: 'Card' }).count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Re-occurring' }).uncheck();
  await page.getByRole('checkbox', { name: /I confirm the plan/ }).check();
  await press(page, 'Proceed');
  await sheet(page).getByText('You save ₦1,500.00').waitFor();
  await press(page, 'Pay ₦1,500.00');
  await enterPin(page, member.pin);
  await page.waitForURL('**/save-subscribe-success?reference=**');
  expect((await savingsOf(member))[0]?.savings).toHaveLength(1);
});

test('the form and the plan state the same penalty, and the schedule works offline', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allowOffline();
  const member = await newFundedMember(server.url, '20000.00');
  await arrive(page, member);
  await choosePlan(page, 'Group Savings');
  await field(page, 'What are you saving for?').fill('Rent 2027');
  await amountOf(page).fill('1500');
  await page.getByRole('checkbox', { name: 'Re-occurring' }).check();
  await field(page, 'How many times').fill('3');
  await field(page, 'Every').selectOption('week');
  await sheet(page).getByText('You save ₦4,500.00').click();
  const rows = sheet(page).getByRole('region', { name: 'Schedule' }).getByRole('row');
  const amounts = () => rows.getByRole('cell').allTextContents();
  const gaps = async () => {
    const days = (await rows.locator('th > span:last-child').allTextContents()).map((day) => Date.parse(day));
    return days.slice(1).map((day, index) => (day - (days[index] ?? 0)) / HOURS_A_DAY / 3_600_000);
  };
  await expect.poll(amounts).toEqual(['₦1,500.00', '₦1,500.00', '₦1,500.00']);
  expect(await gaps()).toEqual([7, 7]);
  await press(page, 'What if I stop early?');
  const slider = page.getByRole('slider', { name: 'Day on which you stop' });
  const said = () => slider.getAttribute('aria-valuetext');
  expect(await said()).toBe('Today: you get ₦1,462.50 back, the penalty is ₦37.50');

  await context.setOffline(true);
  await amountOf(page).fill('2000.40');
  await field(page, 'How many times').fill('4');
  await field(page, 'Every').selectOption('day');
  await expect.poll(amounts).toEqual(['₦2,000.40', '₦2,000.40', '₦2,000.40', '₦2,000.40']);
  expect(await gaps()).toEqual([1, 1, 1]);
  const saidOf = async () => {
    await slider.focus();
    await page.keyboard.press('Home');
    const days = [await said()];
    for (let day = 0; day < 2; day += 1) {
      await page.keyboard.press('ArrowRight');
      days.push(await said());
    }
    return days;
  };
  const promised = await saidOf();
  expect(promised[0]).toBe('Today: you get ₦1,950.39 back, the penalty is ₦50.01');
  expect(promised[2]).toMatch(/you get ₦5,851.17 back, the penalty is ₦150.03$/);
  await context.setOffline(false);
  await fillSavings(page, { name: 'Rent 2027', amount: '2000.40' });
  await press(page, 'Pay ₦2,000.40');
  await enterPin(page, member.pin);
  await page.waitForURL('**/save-subscribe-success?reference=**');
  expect((await savingsOf(member))[0]?.savings).toHaveLength(4);
  await openSavings(page);
  expect(await saidOf()).toEqual(promised);
});

test('a card starts savings, and is charged fifty naira more', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await choosePlan(page, 'Target Savings');
  await fillSavings(page, { source: 'Card' });
  await heading(page, 'Review').waitFor();
  await sheet(page).getByText('₦2,050.00').waitFor();
  await sheet(page).getByText('₦28.70').waitFor();
  await expectAccessible(page);
  await press(page, 'Pay by card');
  // The PIN accepts the plan, whatever pays for it.
  await sheet(page).getByText('You are about to start savings of').waitFor();
  await sheet(page).getByText('Then you pay by card.').waitFor();
  await expectAccessible(page);
  await enterPin(page, member.pin);
  await press(page, 'Pay ₦2,050.00');
  const checkout = page.frameLocator('iframe[title="Card payment"]');
  await checkout.getByRole('button', { name: 'Decline' }).click();
  await sheet(page).getByText('Your card was declined. Nothing was charged.').waitFor();
  await press(page, 'Try again');
  await press(page, 'Pay ₦2,050.00');
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/save-subscribe-success?reference=**', PATIENCE);
  expect(await savingsOf(member)).toMatchObject([{ status: 'ACTIVE', pot: '2000.00' }]);
  expect((await member.api.wallet()).ledger_balance).toBe('0.00');
});

test('a bank transfer starts savings, with the page open or closed', async ({ page, server, sandbox }) => {
  const member = await newMember(server.url);
  const account = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await arrive(page, member);
  await choosePlan(page, 'Target Savings');
  await fillSavings(page, { source: 'Bank transfer' });
  await enterPin(page, member.pin);
  await sheet(page).getByText(account.account_number).waitFor();
  await sheet(page).getByText('Waiting for your transfer.', { exact: false }).waitFor();
  await expectAccessible(page);
  await sandbox.credit(account.account_number, '2000.00');
  await heading(page, 'Receipt').waitFor(PATIENCE);
  await page.getByText('Transaction received').first().waitFor();
  await press(page, 'Done');
  await page.waitForURL('**/save-subscribe-success?reference=**');
  expect(await savingsOf(member)).toMatchObject([{ status: 'ACTIVE', pot: '2000.00' }]);

  await choosePlan(page, 'Target Savings');
  await fillSavings(page, { name: 'Rent', source: 'Bank transfer' });
  await enterPin(page, member.pin);
  await sheet(page).getByText(account.account_number).waitFor();
  await openSavings(page);
  await page.getByText(/^This plan begins when a bank transfer of exactly ₦[0-9,.]+ arrives\./).waitFor();
  await press(page, 'See account details');
  await sheet(page).getByText(account.account_number).waitFor();
});

test('a plan awaiting its money is cancelled, and money that arrives later goes to the wallet', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  const account = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await arrive(page, member);
  await choosePlan(page, 'Target Savings');
  await fillSavings(page, { source: 'Bank transfer' });
  await enterPin(page, member.pin);
  await sheet(page).getByText(account.account_number).waitFor();
  await openSavings(page);
  await page.getByText(/^This plan begins when a bank transfer of exactly ₦[0-9,.]+ arrives\./).waitFor();
  expect(await page.getByRole('button', { name: 'Terminate: School fees' }).count()).toBe(0);
  await press(page, 'Cancel plan: School fees');
  await sheet(page).getByText('Are you sure you want to cancel this plan?').waitFor();
  await expectAccessible(page);
  await evidence(page, 'cancel-dialog');
  await press(page, 'Keep it');
  await sheet(page).waitFor({ state: 'detached' });
  expect(await savingsOf(member)).toMatchObject([{ status: 'PENDING' }]);
  await press(page, 'Cancel plan: School fees');
  await sheet(page).getByRole('button', { name: 'Cancel this plan' }).dblclick();
  await page.getByText('Plan cancelled').waitFor();
  await page.getByText('Cancelled', { exact: true }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Cancel plan: School fees' }).count()).toBe(0);
  await expectAccessible(page);
  await evidence(page, 'cancelled');
  await sandbox.credit(account.account_number, '2000.00');
  expect(await savingsOf(member)).toMatchObject([{ status: 'CANCELLED', pot: '0.00' }]);
  expect((await member.api.wallet()).ledger_balance).toBe('2000.00');
});

test('an instalment is paid from the wallet, and the debit is capped at the amount owed', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '20000.00');
  await startSavings(member, 'Target Savings');
  await arrive(page, member);
  await openSavings(page);
  await press(page, 'Pay: School fees');
  await expectAccessible(page);
  await sheet(page)
    .getByRole('button', { name: /^Wallet/ })
    .click();
  await field(page, 'Amount (NGN)').fill('0');
  await press(page, 'Continue');
  await sheet(page).getByText('Invalid savings amount').waitFor();
  await field(page, 'Amount (NGN)').fill('1,200');
  await press(page, 'Continue');
  await enterPin(page, member.pin);
  await heading(page, 'Paid').waitFor();
  await sheet(page).getByText('Savings successfully paid').waitFor();
  await expectAccessible(page);
  await press(page, 'Done');
  expect((await savingsOf(member))[0]).toMatchObject({ pot: '3200.00', progress: { paid: '3200.00' } });
  expect((await member.api.wallet()).ledger_balance).toBe('16800.00');
  await sheet(page).waitFor({ state: 'detached' });
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Savings' }).click();
  expect(await planSummary(page)).toEqual({ settled: '₦3,200.00', balance: '₦3,200.00' });
});

test('an instalment waits until the wallet’s balance has loaded', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '20000.00');
  await startSavings(member, 'Target Savings');
  await arrive(page, member);
  let release = () => {};
  const held = new Promise<void>((later) => {
    release = later;
  });
  await page.route('**/api/accounts', async (route) => {
    await held;
    await route.continue();
  });
  await openSavings(page);
  await press(page, 'Pay: School fees');
  await heading(page, 'Pay savings').waitFor();
  const wallet = sheet(page).getByRole('button', { name: /^Wallet/ });
  expect(await wallet.count()).toBe(0);
  release();
  await wallet.getByText('₦18,000.00').waitFor();
});

test('a phone whose clock is 400 days ahead shows the server’s dates and penalty', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '20000.00');
  const { savings } = await startSavings(member, 'Target Savings');
  await page.clock.install({ time: Date.now() + 400 * HOURS_A_DAY * 3_600_000 });
  await arrive(page, member);
  await choosePlan(page, 'Target Savings');
  await field(page, 'What are you saving for?').fill('Rent');
  await amountOf(page).fill('2000');
  await sheet(page).getByText('You save ₦24,000.00').click();
  const days = sheet(page).getByRole('region', { name: 'Schedule' }).locator('th > span:last-child');
  const words = new Intl.DateTimeFormat('en-NG', { timeZone: 'UTC', dateStyle: 'medium' });
  await expect
    .poll(() => days.allTextContents())
    .toEqual(savings.map(({ due_at }) => words.format(new Date(due_at))));

  await openSavings(page);
  await press(page, 'Terminate: School fees');
  await sheet(page).getByText('₦1,900.00', { exact: true }).first().waitFor();
  const slider = page.getByRole('slider', { name: 'Day on which you stop' });
  expect(await slider.getAttribute('aria-valuetext')).toBe(
    'Today: you get ₦1,900.00 back, the penalty is ₦100.00',
  );
  const penalties = sheet(page).getByText('₦100.00', { exact: true });
  expect(await penalties.count()).toBe(2);
});

test('the slider’s figure for a day is the payout of stopping on that day', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newFundedMember(server.url, '20000.00');
  await startSavings(member, 'Target Savings', { amount: '2000.33' });
  await arrive(page, member);
  await openSavings(page);
  const slider = page.getByRole('slider', { name: 'Day on which you stop' });
  const said = () => slider.getAttribute('aria-valuetext');
  expect(await said()).toBe('Today: you get ₦1,900.31 back, the penalty is ₦100.02');
  await slider.focus();
  for (let days = 0; days < 3; days += 1) await page.keyboard.press('ArrowRight');
  expect(await said()).toMatch(/you get ₦1,900.31 back, the penalty is ₦100.02$/);
  await page.getByText('Assuming every instalment until then is paid on time.').waitFor();

  // An open page would keep polling, and store its address when the session ended.
  await page.goto('about:blank');
  await sandbox.pass(3 * HOURS_A_DAY);
  // The session has expired meanwhile.
  await signInAgain(member);
  await arrive(page, member);
  await openSavings(page);
  await press(page, 'Terminate: School fees');
  await sheet(page).getByText('Are you sure you want to stop this savings plan?').waitFor();
  await sheet(page).getByText('₦1,900.31').first().waitFor();
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Stop savings plan' }).dblclick();
  await page.getByText('Saving terminated').waitFor();
  await page.getByText('Terminated', { exact: true }).first().waitFor();
  await page.getByText('You stopped this plan.').waitFor();
  await page.getByText(/was returned on /).waitFor();
  for (const gone of [/^Pay/, /^Terminate/])
    expect(await page.getByRole('button', { name: gone }).count()).toBe(0);
  expect(await page.getByText('Left to pay').count()).toBe(0);
  await expectAccessible(page);
  expect((await member.api.wallet()).ledger_balance).toBe('19899.98');
  expect((await savingsOf(member))[0]).toMatchObject({ status: 'TERMINATED', pot: '0.00' });
});

test('after a month the due instalment is shown, and can be paid late', async ({ page, server, sandbox }) => {
  const member = await newFundedMember(server.url, '20000.00');
  await startSavings(member, 'Target Savings');
  await sandbox.pass(31 * HOURS_A_DAY);
  await liveAt(page, await sandbox.pass(2 * HOURS_A_DAY));
  await signInAgain(member);
  const [late] = await savingsOf(member);
  expect(late?.savings.map(({ status }) => status).slice(0, 3)).toEqual(['PAID', 'DUE', 'PENDING']);
  await arrive(page, member);
  await openSavings(page);
  await page.getByRole('list', { name: 'Your instalments' }).getByText('Overdue', { exact: true }).waitFor();
  await press(page, 'Pay instalment 2');
  await sheet(page)
    .getByRole('button', { name: /^Wallet/ })
    .click();
  await press(page, 'Continue');
  await enterPin(page, member.pin);
  await sheet(page).getByText('Savings successfully paid').waitFor();
  expect((await savingsOf(member))[0]).toMatchObject({ pot: '4000.00' });
});

test('auto save pays each instalment on its day, and at the end the money returns to the wallet', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  await startSavings(member, 'Flexible Savings', { amount: '1500', duration: '3', duration_unit: 'week' });
  await arrive(page, member);
  await page.goto('/settings/saving');
  await page.getByRole('switch', { name: 'Auto save' }).click();
  await page.getByText('Instalments are paid from your wallet on the day they are due.').waitFor();
  const look = async () => {
    // An open page would keep polling, and store its address when the session ended.
    await page.goto('about:blank');
    await sandbox.pass(7 * HOURS_A_DAY);
    await arrive(page, member);
  };
  const paid = page.getByRole('list', { name: 'Your instalments' }).getByText('Paid', { exact: true });
  await look();
  await openSavings(page);
  await page.getByText('Active', { exact: true }).waitFor();
  await expect.poll(() => paid.count()).toBe(2);
  for (const _ of ['the third is due', 'the plan ends']) await look();
  // The end is celebrated once.
  await page.goto('/my-savings');
  await page.getByText('You did it: School fees').waitFor();
  await page.getByText(/₦4,500.00 came back to your wallet on /).waitFor();
  await expectAccessible(page);
  await evidence(page, 'reached');
  await press(page, 'Done');
  await page.getByText('You did it: School fees').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('region', { name: 'Ended' }).getByText('School fees').waitFor();
  expect(await page.getByText('You did it: School fees').count()).toBe(0);
  await openSavings(page);
  await page.getByText('Completed', { exact: true }).waitFor();
  await expect.poll(() => paid.count()).toBe(3);
  await page.getByText('This plan has come to its end.').waitFor();
  await page.getByText(/was returned on /).waitFor();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await expect.poll(() => page.getByTestId('balance').textContent()).toContain('5,000.00');
});

test('offline at the PIN nothing is sent, and a reload finds a payment in flight', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/, /ERR_FAILED/, /ERR_NETWORK/, /WebSocket/);
  const member = await newFundedMember(server.url, '20000.00');
  await arrive(page, member);
  await choosePlan(page, 'Target Savings');
  await fillSavings(page);
  await press(page, 'Pay ₦2,000.00');
  await context.setOffline(true);
  await page.getByText("You're offline. Nothing was sent, your money hasn't moved.").waitFor();
  expect(await savingsOf(member)).toEqual([]);
  await context.setOffline(false);
  let carriedOut = () => {};
  const done = new Promise<void>((resolve) => {
    carriedOut = resolve;
  });
  await page.route('**/api/plans/subscribe', async (route) => {
    await route.fetch();
    // The response never arrives: the user reloads instead.
    carriedOut();
  });
  await enterPin(page, member.pin);
  await done;
  await page.reload();
  await page.waitForURL('**/save-subscribe-success?reference=**', PATIENCE);
  expect(await savingsOf(member)).toHaveLength(1);
  expect(await debits(member)).toHaveLength(1);
});

test('the dashboard leads to savings, and naira are preserved by bank transfer', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  const account = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await arrive(page, member);
  await page.getByRole('tab', { name: 'Savings' }).click();
  await page.getByRole('link', { name: 'Start Saving' }).waitFor();
  await page.getByText("You haven't saved yet. Start with ₦100.00.").waitFor();
  await expectAccessible(page);
  await press(page, 'Preserve Naira');
  await press(page, 'Continue');
  await expect.poll(() => field(page, 'Amount (NGN)').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Amount (NGN)').fill('5,000');
  await expectAccessible(page);
  await press(page, 'Continue');
  await page.waitForURL(/\/saves\?amount=5000&funding_source=bank&name=Preserve(\+|%20)Naira&plan=/);
  await field(page, 'What are you saving for?').waitFor();
  expect(await sheet(page).getByRole('radio', { name: 'Bank transfer' }).isChecked()).toBe(true);
  // The plan takes the sheet's least amount.
  await amountOf(page).fill('100');
  await amountOf(page).fill('15000');
  await sheet(page)
    .getByText(/^Held in US dollars/)
    .waitFor();
  await page.getByRole('checkbox', { name: /I confirm the plan/ }).check();
  await expectAccessible(page);
  await press(page, 'Proceed');
  await enterPin(page, member.pin);
  await sheet(page).getByText('Send exactly').waitFor();
  await sandbox.credit(account.account_number, '15000.00');
  await press(page, 'Done');
  await page.getByRole('link', { name: 'See my savings' }).click();
  await page.getByRole('link', { name: /Preserve Naira/ }).click();
  const facts = page.getByRole('region', { name: 'Preserve Naira' });
  await facts.getByText('Worth now').waitFor();
  const [held] = await savingsOf(member);
  expect(held).toMatchObject({ status: 'ACTIVE', pot_currency: 'USD', progress: { paid: '15000.00' } });
  await expectAccessible(page);
  await press(page, 'Terminate: Preserve Naira');
  await sheet(page).getByText('Back to your USD wallet').waitFor();
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Stop savings plan' }).click();
  await page.getByText('Saving terminated').waitFor();
  const dollars = (await member.api.accounts()).wallets.find(({ base_currency }) => base_currency === 'USD');
  expect(dollars?.ledger_balance).toBe(held?.pot);
});

test('the change of payments and a share of what arrives are saved by themselves', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newFundedMember(server.url, '20000.00');
  const account = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await startSavings(member, 'Target Savings', { name: 'School fees', amount: '2000' });
  await arrive(page, member);
  await openSavings(page);
  await press(page, 'Save by itself: School fees');
  await sheet(page).getByText('Keep the change').waitFor();
  await expectAccessible(page);
  await press(page, 'Switch on: A share of what arrives');
  await expect.poll(() => field(page, 'From (NGN)').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'From (NGN)').fill('10000');
  await field(page, 'Share (%)').fill('25');
  await press(page, 'Switch on: A share of what arrives');
  await sheet(page)
    .getByText(/now 25% of ₦10,000.00 or more/)
    .waitFor();
  await press(page, 'Switch on: Keep the change');
  await sheet(page)
    .getByText(/now to the next ₦100.00/)
    .waitFor();
  await expectAccessible(page);
  await sandbox.credit(account.account_number, '40000.00');
  await page.goto('about:blank');
  await sandbox.pass(1);
  await signInAgain(member);
  expect((await savingsOf(member))[0]?.pot).toBe('12000.00');
});

test('the dashboard shows the newest savings, each linked to its place in the list', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '20000.00');
  for (const name of ['First', 'Second', 'Third', 'Fourth'])
    await startSavings(member, 'Target Savings', { name });
  await arrive(page, member);
  await page.getByRole('tab', { name: 'Savings' }).click();
  const plans = page.getByRole('region', { name: 'Your savings' }).getByRole('listitem');
  await expect.poll(() => plans.count()).toBe(4);
  expect((await plans.allTextContents()).map((text) => /Fourth|Third|Second|First/.exec(text)?.[0])).toEqual([
    'Fourth',
    'Third',
    'Second',
    'First',
  ]);
  const second = plans.filter({ hasText: 'Second' });
  await second.getByText(/due \d/).waitFor();
  await expectAccessible(page);
  await second.getByRole('link').click();
  await page.waitForURL('**/my-savings?id=**');
  await page.getByRole('region', { name: 'Second' }).getByText('In this plan').waitFor();
  await heading(page, 'Second').waitFor();
});

test('in dark mode and right to left, the savings screens stay accessible', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '20000.00');
  await startSavings(member, 'Target Savings');
  await arrive(page, member);
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await press(page, 'Night mode');
  await press(page, 'Right to left');
  await page.keyboard.press('Escape');
  // Closing the sheet goes back in the history, which would abort a navigation that starts at once.
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await openSavings(page);
  await page.getByRole('slider').waitFor();
  await expectAccessible(page);
  await page.goto('/saves');
  await heading(page, 'What are you saving for?').waitFor();
  await expectAccessible(page);
  await page.goto('/saves?all=yes');
  await heading(page, 'Target Savings').waitFor();
  await expectAccessible(page);
});

test('terms that change before acceptance are shown, and confirmed again', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '20000.00');
  const terms = (penalty: string) =>
    server.run('plan', 'set', 'savings-target', '--opt-out-penalty', penalty, '--by', 'Grace');
  await arrive(page, member);
  await choosePlan(page, 'Target Savings');
  await fillSavings(page);
  try {
    terms('50');
    await press(page, 'Pay ₦2,000.00');
    await enterPin(page, member.pin);
    await sheet(page).getByText('The terms of this plan have changed.', { exact: false }).waitFor();
    await sheet(page).getByText('50% if you stop early (before: 5% if you stop early)').waitFor();
    await expectAccessible(page);
    expect(await savingsOf(member)).toEqual([]);
    await press(page, 'Continue with the new terms');
    // Typed values are kept; the plan is confirmed again.
    expect(await field(page, 'What are you saving for?').inputValue()).toBe('School fees');
    expect(await page.getByRole('checkbox', { name: /I confirm the plan/ }).isChecked()).toBe(false);
    await fillSavings(page);
    await press(page, 'Pay ₦2,000.00');
    await enterPin(page, member.pin);
    await page.waitForURL('**/save-subscribe-success?reference=**');
    expect(await savingsOf(member)).toMatchObject([{ status: 'ACTIVE', pot: '2000.00' }]);
  } finally {
    terms('5');
  }
});

test('an address that names a plan on a later page opens it', async ({ page, server, watch }) => {
  watch.allow(/api\/subscriptions\/[\d-]/);
  const member = await newFundedMember(server.url, '20000.00');
  const first = await startSavings(member, 'Target Savings', { name: 'The first one', amount: '1000' });
  for (let count = 0; count < 10; count += 1)
    await startSavings(member, 'Target Savings', { name: `Number ${count}`, amount: '1000' });
  await arrive(page, member);
  const asked = (url: URL) => url.pathname === `/api/subscriptions/${first.id}`;
  await page.route(asked, (route) => route.abort());
  await page.goto(`/my-savings?id=${first.id}`);
  await page.getByRole('alert').waitFor();
  await page.unroute(asked);
  await press(page, 'Try again');
  await heading(page, 'The first one').waitFor();
  await page.goto('/my-savings?id=00000000-0000-7000-8000-000000000000');
  await page.getByText("We couldn't find these savings").waitFor();
  await expectAccessible(page);
  await page.goto('/my-savings');
  await page.getByText('Number 0').waitFor();
  await page.getByText('1 of 2').waitFor();
  await page.getByText('1 to 10 entries').waitFor();
  expect(await page.getByText('The first one').count()).toBe(0);
  await press(page, 'Next');
  await page.getByText('The first one').waitFor();
  await page.getByText('11 to 11 entries').waitFor();
  expect(await page.getByRole('button', { name: /^Page/ }).count()).toBe(2);
  await page.getByLabel('Rows per page').selectOption('20');
  await page.getByText('Number 9').waitFor();
  await page.getByText('The first one').waitFor();
  expect(await page.getByRole('button', { name: /^Page/ }).count()).toBe(0);
  await expectAccessible(page);
});
