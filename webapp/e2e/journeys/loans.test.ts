import type { Page } from 'playwright-core';
import {
  addFunds,
  confirmPhone,
  type Member,
  newFundedMember,
  newPerson,
  signInAgain,
} from '../harness/person';
import type { Sandbox } from '../harness/sandbox';
import { expect, expectAccessible, test } from '../harness/test';
import { liveAt } from '../harness/time';
import { arrive, enterCode, field, heading, press } from '../screens/entry';
import { planSummary } from '../screens/plans';
import { enterPin, sheet } from '../screens/wallet';

const LAGOS = { latitude: 6.5244, longitude: 3.3792 };
const PATIENCE = { timeout: 20_000 };

/** A user in the sandbox's register, with a proven identity. */
async function verified(
  origin: string,
  sandbox: Sandbox,
  [first, last]: [string, string],
  { number, dob }: { number: string; dob: string },
): Promise<Member> {
  const member = await newFundedMember(origin, '20000.00', newPerson(first, last));
  const { api } = member;
  await api.must('POST', '/profile', { first_name: first, last_name: last, gender: 'female', dob });
  const bvn = `221000000${number}`;
  await api.must('POST', '/verify/bvn', { bvn });
  await api.must('POST', '/verify/bvn', { bvn, code: await sandbox.code(`080300000${number}`) });
  return member;
}

const take = (page: Page, plan: string) => page.getByRole('button', { name: `Take loan: ${plan}` }).click();

const loanOf = async ({ api }: Member): Promise<{ reference: string }> => {
  const [loan] = (await api.must<{ data: { reference: string }[] }>('GET', '/subscriptions?type=loan')).data;
  if (!loan) throw new Error('no loan');
  return loan;
};

/** Sends all that a borrower has to somebody else, so that nothing can be collected. */
async function spend(origin: string, { api, pin }: Member): Promise<void> {
  const friend = await newFundedMember(origin, '1.00');
  const { status } = await api.transfer(
    (await friend.api.wallet()).identity,
    (await api.wallet()).ledger_balance,
    pin,
  );
  expect(status).toBe(201);
}

/** Signs in a user with everything a borrower needs: a confirmed phone, and permission to share the location. */
async function arriveToBorrow(page: Page, member: Member, sandbox: Sandbox): Promise<void> {
  await confirmPhone(member, sandbox);
  await page.context().grantPermissions(['geolocation']);
  await page.context().setGeolocation(LAGOS);
  await arrive(page, member);
}

/** Pays the fee from the wallet; an operator decides. */
async function requestQuickLoan(page: Page, { pin }: Member): Promise<void> {
  await page.goto('/loans');
  await take(page, 'Quick Loan');
  await ask(page, '10000', 'Wallet');
  await press(page, 'Accept and pay ₦100.00');
  await enterPin(page, pin);
  await page.waitForURL('**/loan-subscribe-success?**');
  await page.getByText('We are reviewing your request', { exact: false }).first().waitFor();
}

/** Continues from the terms to the invoice. */
async function ask(page: Page, amount: string, source: 'Wallet' | 'Card' | 'Bank transfer'): Promise<void> {
  await press(page, 'I agree to these terms');
  await field(page, 'Purpose of the loan').fill('New shop');
  await field(page, 'Amount (NGN)').fill(amount);
  await page.getByRole('radio', { name: source }).check();
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  await press(page, 'Proceed');
  await heading(page, 'Invoice').waitFor();
}

test('a loan runs from its requirements and cost to the decision and the final repayment', async ({
  page,
  context,
  server,
  sandbox,
}) => {
  const member = await verified(server.url, sandbox, ['Nnamdi', 'Igwe'], { number: '14', dob: '14-02-1983' });
  await arrive(page, member);
  await page.getByRole('tab', { name: 'Loans' }).click();
  await page.getByText('You have no loans yet.').waitFor();
  await page.getByRole('link', { name: 'Take Loan' }).click();
  await heading(page, 'Loans').waitFor();
  await expectAccessible(page);
  await take(page, 'Quick Loan');
  await sheet(page).getByText('Add and verify your phone number first.').waitFor();
  await expectAccessible(page);

  // The phone is confirmed on the way, and the request continues.
  await press(page, 'Add your phone');
  await field(page, 'Phone').fill(member.phone);
  await press(page, 'Send code');
  await page.getByLabel('Code, character 1 of 6').waitFor();
  await enterCode(page, await sandbox.code(member.phone));
  await heading(page, 'Terms').waitFor();
  expect(await sheet(page).getByText('Add and verify your phone number first.').count()).toBe(0);

  await press(page, 'I agree to these terms');
  await field(page, 'Purpose of the loan').fill('New shop');
  await field(page, 'Amount (NGN)').fill('100');
  await page.keyboard.press('Tab');
  expect(await page.getByRole('radio').count()).toBe(0);
  await page
    .getByText('because of your selected loan plan, use an amount greater than NGN 5000.00')
    .waitFor();
  expect(await page.getByRole('button', { name: 'Proceed' }).isDisabled()).toBe(true);
  await field(page, 'Amount (NGN)').fill('10000');
  await page.getByRole('radio', { name: 'Wallet' }).check();
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  await expectAccessible(page);
  await press(page, 'Proceed');
  await heading(page, 'Invoice').waitFor();
  for (const figure of ['₦500.00', '₦100.00', '₦600.00', '₦10,500.00'])
    await sheet(page).getByText(figure).first().waitFor();
  await sheet(page).getByText('Annual percentage rate').waitFor();
  await expectAccessible(page);

  const accept = () => press(page, 'Accept and pay ₦100.00');
  await accept();
  await sheet(page)
    .getByText('We cannot give loans without accepting geo location. Kindly refresh and accept.')
    .waitFor();
  await expectAccessible(page);
  await context.grantPermissions(['geolocation']);
  await context.setGeolocation(LAGOS);
  await accept();
  await enterPin(page, member.pin);
  await page.waitForURL('**/loan-subscribe-success?**');
  // The loan questions are unanswered, so an operator decides.
  await page.getByText('We are reviewing your request', { exact: false }).first().waitFor();
  await expectAccessible(page);
  expect((await member.api.wallet()).ledger_balance).toBe('19900.00');

  server.run('loan', 'approve', (await loanOf(member)).reference, '--by', 'Grace');
  await page.getByText('Loan request: Active').waitFor(PATIENCE);
  expect((await member.api.wallet()).ledger_balance).toBe('29900.00');

  await page.getByRole('link', { name: 'My loans' }).click();
  await page.getByRole('button', { name: /New shop/, expanded: false }).click();
  await page.getByText('To end this loan today').waitFor();
  await page.getByText('Lagos, Nigeria').waitFor();
  await expectAccessible(page);
  await press(page, 'Remove my location');
  await page.getByText('Lagos, Nigeria').waitFor({ state: 'detached' });
  await press(page, 'Pay loan: New shop');
  await sheet(page)
    .getByRole('button', { name: /^Wallet/ })
    .click();
  await field(page, 'Amount (NGN)').fill('0.50');
  await sheet(page).getByRole('button', { name: 'Pay', exact: true }).click();
  await sheet(page).getByText('Invalid loan amount').waitFor();
  await field(page, 'Amount (NGN)').fill('90000');
  await sheet(page).getByRole('status').getByText(/owe/).waitFor();
  await expectAccessible(page);
  await sheet(page)
    .getByRole('button', { name: /^Everything/ })
    .click();
  await sheet(page)
    .getByRole('button', { name: /^Pay ₦/ })
    .click();
  await enterPin(page, member.pin);
  await sheet(page).getByText('Loan debt successfully repaid').waitFor();
  await expectAccessible(page);
  await press(page, 'Done');
  await page.getByText('Completed', { exact: true }).waitFor();
});

test('a card pays a loan’s request fee, and later an instalment', async ({ page, server, sandbox }) => {
  const person = { number: '16', dob: '16-04-1985' };
  const member = await verified(server.url, sandbox, ['Peter', 'Edet'], person);
  await arriveToBorrow(page, member, sandbox);
  await page.goto('/loans');
  await take(page, 'Quick Loan');
  await ask(page, '10000', 'Card');
  await press(page, 'Accept and pay by card');
  await sheet(page).getByText('You are about to borrow').waitFor();
  await sheet(page).getByText('The request fee of ₦100.00 is paid by card next.').waitFor();
  await enterPin(page, member.pin);
  await sheet(page).getByText('Your card is charged').waitFor();
  await expectAccessible(page);
  await press(page, 'Pay ₦150.00');
  const checkout = page.frameLocator('iframe[title="Card payment"]');
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL('**/loan-subscribe-success?**', PATIENCE);
  await page.getByText('We are reviewing your request', { exact: false }).first().waitFor();
  expect((await member.api.wallet()).ledger_balance).toBe('20000.00');

  server.run('loan', 'approve', (await loanOf(member)).reference, '--by', 'Grace');
  await page.goto('/my-loans');
  await page.getByRole('button', { name: /New shop/, expanded: false }).click();
  await press(page, 'Pay loan: New shop');
  await sheet(page).getByRole('button', { name: /^Card/ }).click();
  await field(page, 'Amount (NGN)').fill('1000');
  await press(page, 'Pay ₦1,000.00');
  await press(page, 'Pay ₦1,050.00');
  await checkout.getByRole('button', { name: 'Pay', exact: true }).click();
  await sheet(page).getByText('Loan debt successfully repaid').waitFor(PATIENCE);
  await press(page, 'Done');
  await sheet(page).waitFor({ state: 'detached' });
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Loans' }).click();
  // 875.00 of it was principal; interest for days to come is not due yet.
  expect(await planSummary(page)).toEqual({ settled: '₦1,000.00', balance: '₦9,125.00' });
  await expectAccessible(page);
  await page
    .getByRole('region', { name: 'Your loans' })
    .getByRole('link', { name: /New shop/ })
    .click();
  await page.waitForURL('**/my-loans?id=**');
  await page.getByText('To end this loan today').waitFor();
});

test('a group loan names its cluster, and a loan not paid out is withdrawn', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await verified(server.url, sandbox, ['Omolara', 'Lawal'], {
    number: '15',
    dob: '15-03-1984',
  });
  await arriveToBorrow(page, member, sandbox);
  await page.goto('/loans');
  await page.getByRole('tab', { name: 'With a cluster' }).click();
  await take(page, 'Cluster Loan');
  await sheet(page).getByText('Join a cluster first: this is a group plan.').waitFor();
  await press(page, 'Join a cluster');
  await field(page, 'Cluster code').fill('IKEJA01');
  await press(page, 'Continue');
  await press(page, 'Confirm');
  await press(page, 'Continue with your loan');
  await heading(page, 'Terms').waitFor();
  await ask(page, '50000', 'Bank transfer');
  await sheet(page).getByText('Cluster', { exact: true }).waitFor();
  await press(page, 'Accept and pay by bank transfer');
  await enterPin(page, member.pin);
  await heading(page, 'Pay the request fee').waitFor();
  await sheet(page).getByText('Account number', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await sheet(page).waitFor({ state: 'hidden' });
  await page.waitForURL('**/loans');

  const { data } = await member.api.must<{ data: { id: string }[] }>('GET', '/subscriptions?type=loan');
  await page.goto(`/my-loans?id=${data[0]?.id}`);
  await page.getByRole('button', { name: /New shop/, expanded: true }).waitFor();
  await press(page, 'Terminate: New shop');
  await sheet(page).getByText('Are you sure you want to terminate this loan plan?').waitFor();
  // No fee was paid, and the cluster loses nothing.
  expect(await sheet(page).getByText('The request fee is not paid back.').count()).toBe(0);
  expect(await sheet(page).getByText('The plan ends for every member.', { exact: false }).count()).toBe(0);
  await expectAccessible(page);
  await press(page, 'Terminate loan plan');
  await page.getByText('Terminated', { exact: true }).first().waitFor();
});

test('a loan is handed back on the day of its payout, and costs nothing', async ({
  page,
  server,
  sandbox,
}) => {
  const person = { number: '19', dob: '19-07-1988' };
  const member = await verified(server.url, sandbox, ['Titilayo', 'Salami'], person);
  await arriveToBorrow(page, member, sandbox);
  await requestQuickLoan(page, member);
  server.run('loan', 'approve', (await loanOf(member)).reference, '--by', 'Grace');
  await page.getByText('Loan request: Active').waitFor(PATIENCE);
  await page.goto('/my-loans');
  await page.getByRole('button', { name: /New shop/, expanded: false }).click();
  await page.getByText(/Until .* you can hand this loan back/).waitFor();
  await press(page, 'Hand it back: New shop');
  await sheet(page).getByText('goes back from your wallet', { exact: false }).waitFor();
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Hand it back' }).click();
  await page.getByText('You handed this loan back', { exact: false }).first().waitFor();
  expect((await member.api.wallet()).ledger_balance).toBe('20000.00');
  await expectAccessible(page);
});

test('unverified users are led to the verification', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '500.00');
  await arrive(page, member);
  await page.goto('/my-loans');
  await page.getByText('Your account is not verified.', { exact: false }).waitFor();
  await page.getByText('You have no loans yet.').waitFor();
  await expectAccessible(page);
  const main = page.getByRole('main');
  expect(await main.getByRole('link', { name: 'Verify' }).getAttribute('href')).toBe('/verify');
  expect(await main.getByRole('link', { name: 'Your profile' }).getAttribute('href')).toBe('/profile');
  await main.getByRole('link', { name: 'Loan questions' }).click();
  await heading(page, 'Before you borrow').waitFor();
  await page.goto('/loans');
  await take(page, 'Quick Loan');
  await sheet(page).getByText('Verify your identity with your BVN first.').waitFor();
  await ask(page, '10000', 'Card');
  expect(await page.getByRole('button', { name: /^Accept and pay/ }).isDisabled()).toBe(true);
  await expectAccessible(page);
});

test('a declined request refunds its fee; a loan with missed instalments is overdue', async ({
  page,
  server,
  sandbox,
}) => {
  const person = { number: '17', dob: '17-05-1986' };
  const member = await verified(server.url, sandbox, ['Rahila', 'Danjuma'], person);
  await arriveToBorrow(page, member, sandbox);
  const request = async () => {
    await requestQuickLoan(page, member);
    return (await loanOf(member)).reference;
  };
  const why = 'Your shop has to be open for a year first.';
  server.run('loan', 'decline', await request(), '--why', why, '--by', 'Grace');
  await page.getByText('Loan request: Declined').waitFor(PATIENCE);
  await page.getByText(why).waitFor();
  await expectAccessible(page);
  expect((await member.api.wallet()).ledger_balance).toBe('20000.00');
  await page.goto('/transaction');
  await page.getByText('+₦100.00').waitFor();
  await page.goto('/my-loans');
  await page.getByText('Declined', { exact: true }).waitFor();
  await page.getByRole('button', { name: /New shop Declined/ }).click();
  await page.getByText('Asked for', { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Pay loan: New shop' }).count()).toBe(0);
  await page.getByText('We declined this request.').waitFor();
  await expectAccessible(page);

  // The answers belong to the declined request.
  await page.goto('/loan-questions');
  await page.getByText('You can change them from', { exact: false }).waitFor();
  expect(await page.getByRole('button', { name: 'Send answers' }).count()).toBe(0);
  await expectAccessible(page);
  await page.goto('/loans');
  await page.getByText('Why this much, and how to raise it').click();
  await page.getByText('A loan that is repaid on time raises the limit.', { exact: false }).waitFor();
  await page.getByText('₦20,000.00', { exact: true }).first().waitFor();
  await expectAccessible(page);

  server.run('loan', 'approve', await request(), '--by', 'Grace');
  await page.getByText('Loan request: Active').waitFor(PATIENCE);
  await page.goto('/loans');
  await page.getByText('Why this much, and how to raise it').click();
  await page.getByText('₦9,500.00 is left of your limit of', { exact: false }).waitFor();
  await spend(server.url, member);
  // An open page would keep polling, and store its address when the session ended.
  await page.goto('about:blank');
  await liveAt(page, await sandbox.pass(15 * 24));
  await arrive(page, member);
  const needed = page.getByRole('region', { name: 'Needs you' });
  await needed.getByText('₦5,250.00').waitFor();
  await needed.getByText(/overdue since /).waitFor();
  await needed.getByRole('link', { name: 'Talk to us' }).waitFor();
  await expectAccessible(page);
  // Every other page begins with it.
  await page.goto('/transaction');
  const bar = page.getByRole('region', { name: 'Overdue loan' });
  await bar.getByText('₦5,250.00').waitFor();
  await bar.getByRole('link', { name: 'Talk to us' }).waitFor();
  await expectAccessible(page);
  await page.goto('/dashboard');
  await needed.getByRole('link', { name: 'Pay: New shop' }).click();
  await page.getByRole('button', { name: /New shop Overdue/, expanded: true }).waitFor();
  await page.getByText('All instalments').click();
  const missed = page
    .getByRole('list', { name: 'Instalments of New shop' })
    .getByText('Overdue', { exact: true });
  await expect.poll(() => missed.count()).toBe(2);
  const overdue = page
    .locator('dt')
    .getByText('Overdue', { exact: true })
    .locator('xpath=ancestor-or-self::dt/following-sibling::dd');
  expect(await overdue.textContent()).toBe('₦5,250.00');
  await expectAccessible(page);

  // Money that arrives pays it.
  await signInAgain(member);
  await addFunds(server.url, member, '6000.00');
  await page.reload();
  await page.getByText('To end this loan today').waitFor();
  await page.getByText('All instalments').click();
  await page.getByRole('list', { name: 'Instalments of New shop' }).waitFor();
  await expect.poll(() => missed.count()).toBe(0);
  expect((await member.api.wallet()).ledger_balance).toBe('750.00');
});

test('a loan 90 days overdue is marked bad, and can still be repaid', async ({ page, server, sandbox }) => {
  const member = await verified(server.url, sandbox, ['Segun', 'Oladipo'], {
    number: '18',
    dob: '18-06-1987',
  });
  await arriveToBorrow(page, member, sandbox);
  await requestQuickLoan(page, member);

  // The operator's decisions, at the sandbox's desk.
  const desk = page.getByRole('region', { name: 'Decide loans' });
  const decision = (name: string) =>
    desk.getByRole('button', { name: `${name}: New shop of ${member.name}` });
  await page.goto('/sandbox');
  await decision('Decline').click();
  await page.getByText('Enter what the borrower is told.').first().waitFor();
  await decision('Approve').click();
  await expect.poll(async () => (await member.api.wallet()).ledger_balance).toBe('29900.00');
  await spend(server.url, member);
  await decision('Mark as bad').click();
  await page.getByText('a loan is bad once an instalment has been due for 90 days').first().waitFor();
  await expectAccessible(page);
  await page.goto('about:blank');
  for (let month = 0; month < 4; month += 1) await sandbox.pass(30 * 24);
  await page.goto('/sandbox');
  await decision('Mark as bad').click();
  await expect.poll(() => decision('Mark as bad').count()).toBe(0);

  await arrive(page, member);
  await page.goto('/my-loans');
  await page.getByRole('button', { name: /New shop Bad/, expanded: false }).click();
  await page.getByText('This loan is long overdue. Please repay it, or write to us.').waitFor();
  await expectAccessible(page);
  // Money that arrives repays it.
  await signInAgain(member);
  await addFunds(server.url, member, '11000.00');
  await page.reload();
  await page.getByText('Completed', { exact: true }).waitFor();
  expect((await member.api.wallet()).ledger_balance).toBe('500.00');
});
