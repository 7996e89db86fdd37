import { newFundedMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, enterCode, field, heading, press } from '../screens/entry';
import { openSavings, payFromWallet, type Subscription, savingsOf, startSavings } from '../screens/plans';
import { enterPin, sheet } from '../screens/wallet';

const HOURS_A_WEEK = 7 * 24;
const joining = { quote: '/quotes/join', pay: '/plans/join', action: 'group_join' };

/** A group of two: its creator and a member who has joined. */
async function group(url: string) {
  const creator = await newFundedMember(url, '20000.00', newPerson('Bayo', 'Ade'));
  const member = await newFundedMember(url, '20000.00');
  const started = await startSavings(creator, 'Group Savings', { name: 'Rent 2027', amount: '1500' });
  await payFromWallet(member, joining, { code: started.code, amount: '700' });
  return { creator, member, started };
}

test('a plan is joined by its code', async ({ page, server }) => {
  const creator = await newFundedMember(server.url, '20000.00', newPerson('Bayo', 'Ade'));
  const member = await newFundedMember(server.url, '20000.00');
  const { code } = await startSavings(creator, 'Group Savings', { name: 'Rent 2027', amount: '1500' });
  await arrive(page, member);
  await page.getByRole('tab', { name: 'Savings' }).click();
  await press(page, 'Join a plan');
  await press(page, 'Continue');
  await sheet(page).getByText('You cannot subscribe a user to this plan').waitFor();
  await field(page, 'Plan code').fill('NOWHERE1');
  await press(page, 'Continue');
  await sheet(page).getByText('No plan has this code.').waitFor();
  await expectAccessible(page);
  await field(page, 'Plan code').fill((code ?? '').toLowerCase());
  await press(page, 'Continue');
  await sheet(page).getByText('Kindly confirm plan Rent 2027.').waitFor();
  await expectAccessible(page);
  await field(page, 'Your instalment (NGN)').fill('700');
  await press(page, 'Continue');
  await expectAccessible(page);
  await press(page, 'Confirm');
  await enterPin(page, member.pin);
  await sheet(page).getByText('You have joined Rent 2027 plan. Kindly reload.').waitFor();
  await expectAccessible(page);
  expect(await savingsOf(member)).toMatchObject([{ name: 'Rent 2027', status: 'ACTIVE', pot: '700.00' }]);
  expect((await member.api.wallet()).ledger_balance).toBe('19300.00');
});

test('members are not sent the figures of others', async ({ page, server }) => {
  const { creator, member } = await group(server.url);
  await arrive(page, member);
  const answered = page.waitForResponse(/\/api\/subscriptions\?/);
  await openSavings(page);
  const answer = await answered;
  const { data } = (await answer.json()).data as { data: Subscription[] };
  const other = data[0]?.members.find(({ is_me }) => !is_me);
  expect(other).toMatchObject({ name: creator.name, progress: null, instalments: null });
  expect(await answer.text()).not.toContain('1500.00');
  expect(data[0]?.code).toBeNull();
  await page.getByText('The amounts are private').waitFor({ state: 'attached' });
  expect(await page.getByText('Plan code').count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Terminate: Rent 2027' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Leave group: Rent 2027' }).waitFor();
  await expectAccessible(page);
});

test('the creator sees all members, copies the code, and ends the plan for all', async ({ page, server }) => {
  const { creator, member, started } = await group(server.url);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await arrive(page, creator);
  await openSavings(page);
  await press(page, 'Copy plan code');
  await page.getByText('Copied to clipboard!').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(started.code);
  await page.getByText(`Instalments of ${member.name}`).click();
  await page
    .getByRole('list', { name: `Instalments of ${member.name}` })
    .getByText('Paid')
    .first()
    .waitFor();
  await expectAccessible(page);
  // A payment into another member's pot is capped like a transfer to them.
  await page
    .getByRole('list', { name: `Instalments of ${member.name}` })
    .getByRole('button', { name: /^Pay instalment 2/ })
    .click();
  await sheet(page)
    .getByRole('button', { name: /^Wallet/ })
    .click();
  await sheet(page)
    .getByText(/^For your safety, up to ₦[0-9,.]+ may /)
    .waitFor();
  await expectAccessible(page);
  expect(await field(page, 'Amount (NGN)').inputValue()).toBe('700.00');
  await press(page, 'Continue');
  await enterPin(page, creator.pin);
  await sheet(page).getByText('Savings successfully paid').waitFor();
  await press(page, 'Done');
  await page
    .getByRole('list', { name: `Instalments of ${member.name}` })
    .getByText(`paid by ${creator.name}`)
    .waitFor();
  expect(await savingsOf(member)).toMatchObject([{ pot: '1400.00' }]);
  await press(page, 'Terminate: Rent 2027');
  await sheet(page).getByText('The plan ends for every member.', { exact: false }).waitFor();
  await sheet(page).getByRole('button', { name: 'Stop savings plan' }).click();
  await page.getByText('Saving terminated').waitFor();
  // The money paid in for the member is the member's. The creator who ends the plan pays for it: 2.5 percent of 1,500
  // is 37.50.
  expect((await member.api.wallet()).ledger_balance).toBe('20700.00');
  expect((await creator.api.wallet()).ledger_balance).toBe('19262.50');
});

test('a member is added by email address and pays the first instalment', async ({ page, server }) => {
  const creator = await newFundedMember(server.url, '20000.00', newPerson('Bayo', 'Ade'));
  const friend = await newFundedMember(server.url, '20000.00');
  await startSavings(creator, 'Group Savings', { name: 'Rent 2027', amount: '1500' });
  await arrive(page, creator);
  await openSavings(page);
  await press(page, 'Add user: Rent 2027');
  await field(page, 'Email address').fill(friend.email);
  await sheet(page).getByRole('list', { name: 'Users' }).getByRole('button').click();
  await field(page, 'Their instalment (NGN)').fill('600');
  await expectAccessible(page);
  await press(page, 'Add to plan');
  await sheet(page).getByText('They are added, and join by paying their first instalment.').waitFor();
  await expectAccessible(page);
  expect((await friend.api.wallet()).ledger_balance).toBe('20000.00');
  expect(await savingsOf(friend)).toEqual([]);
  await arrive(page, friend);
  await page.getByText('Bayo Ade invites you to save together: Rent 2027').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Look at it: Rent 2027' }).click();
  await heading(page, 'Invitation: Rent 2027').waitFor();
  await expectAccessible(page);
  await press(page, 'Join and pay ₦600.00: Rent 2027');
  await sheet(page)
    .getByRole('button', { name: /^Wallet/ })
    .click();
  await press(page, 'Continue');
  await enterPin(page, friend.pin);
  await page.getByText('Savings successfully paid').first().waitFor();
  await openSavings(page);
  await page.getByRole('button', { name: 'Leave group: Rent 2027' }).waitFor();
  expect(await savingsOf(friend)).toMatchObject([{ name: 'Rent 2027', pot: '600.00' }]);
});

test('an account is opened for a friend without one, with the code that the friend passes on', async ({
  page,
  server,
  sandbox,
}) => {
  const creator = await newFundedMember(server.url, '20000.00', newPerson('Bayo', 'Ade'));
  const friend = newPerson('Kemi', 'Ogun');
  await startSavings(creator, 'Group Savings', { name: 'Rent 2027', amount: '1500' });
  await arrive(page, creator);
  await openSavings(page);
  await press(page, 'Add user: Rent 2027');
  await field(page, 'Email address').fill(friend.email);
  await sheet(page).getByText('Nobody has this address.').waitFor();
  await press(page, 'Open an account for them');
  await expectAccessible(page);
  await field(page, 'Their name').fill('1234');
  await field(page, 'Their phone number').fill('0803');
  await press(page, 'Send code');
  await sheet(page).getByText('Use at least one letter.').waitFor();
  await sheet(page).getByText('phone number not valid').waitFor();
  await field(page, 'Their name').fill('Kemi Ogun');
  await field(page, 'Their phone number').fill(friend.phone);
  await press(page, 'Send code');
  await sheet(page).getByText(friend.email).waitFor();
  await expectAccessible(page);
  await enterCode(page, await sandbox.code(friend.email));
  await sheet(page).getByText('Kemi Ogun').first().waitFor();
  await field(page, 'Their instalment (NGN)').fill('600');
  await press(page, 'Add to plan');
  await sheet(page).getByText('They are added, and join by paying their first instalment.').waitFor();
  await expectAccessible(page);
});

test('an added user may decline to join the group', async ({ page, server }) => {
  const creator = await newFundedMember(server.url, '20000.00', newPerson('Bayo', 'Ade'));
  const friend = await newFundedMember(server.url, '20000.00');
  const { code } = await startSavings(creator, 'Group Savings', { name: 'Rent 2027', amount: '1500' });
  const user = (await friend.api.must<{ uuid: string }>('GET', '/auth/me')).uuid;
  const added = { code, amount: '600.00', user };
  await creator.api.must('POST', '/plans/join', added, { 'idempotency-key': 'key-of-added-0001' });
  await arrive(page, friend);
  await page.goto('/my-savings');
  await press(page, 'Do not join: Rent 2027');
  await sheet(page).getByText('Are you sure you do not want to join this plan?').waitFor();
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Do not join this plan' }).click();
  await page.getByText('You declined to join this plan', { exact: true }).waitFor();
  await heading(page, 'Invitation: Rent 2027').waitFor({ state: 'detached' });
  await expectAccessible(page);
  expect(await savingsOf(friend)).toEqual([]);
  expect(await savingsOf(creator)).toMatchObject([{ status: 'ACTIVE', pot: '1500.00' }]);
});

test('a member looks at the circle, and leaves a group that goes on', async ({ page, server }) => {
  const { creator, member, started } = await group(server.url);
  await arrive(page, member);
  await openSavings(page);
  await page.getByRole('link', { name: 'See the circle: round 1 of 10' }).click();
  await page.getByText('2 of 2').waitFor();
  const inIt = page.getByRole('region', { name: 'In the circle' }).getByRole('listitem');
  expect(await inIt.filter({ hasText: creator.name }).textContent()).toContain('Has paid');
  expect(await page.getByText('Invite others').count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'See my part' }).click();
  await press(page, 'Leave group: Rent 2027');
  await sheet(page).getByText('Are you sure you want to leave Rent 2027?').waitFor();
  // 2.5 percent of 700 is 17.50.
  await sheet(page).getByText('₦682.50').waitFor();
  await expectAccessible(page);
  await press(page, 'Leave this group');
  await page.getByText('You left this plan.').waitFor();
  await expectAccessible(page);
  expect((await member.api.wallet()).ledger_balance).toBe('19982.50');
  expect(await savingsOf(creator)).toMatchObject([{ status: 'ACTIVE', pot: '1500.00' }]);

  // The creator invites by a link.
  const stranger = await newFundedMember(server.url, '20000.00', newPerson('Kemi', 'Ogun'));
  await arrive(page, creator);
  await page.goto(`/circle?id=${started.id}`);
  await page.getByText('Show the QR code').click();
  await page.getByRole('img', { name: 'QR code of the link to join Rent 2027' }).waitFor();
  await expectAccessible(page);
  await page.context().clearCookies();
  await page.goto(`/my-savings?code=${started.code}`);
  // Signed out, the link leads there after signing in.
  await field(page, 'Email').fill(stranger.email);
  await field(page, 'Password').fill(stranger.password);
  await press(page, 'Log in');
  await field(page, 'Plan code').waitFor();
  expect(await field(page, 'Plan code').inputValue()).toBe(started.code);
  await press(page, 'Continue');
  await sheet(page).getByText('Kindly confirm plan Rent 2027.').waitFor();
  await expectAccessible(page);
});

test('a member who owes is nudged once a day', async ({ page, server, sandbox }) => {
  const { creator, member } = await group(server.url);
  await arrive(page, member);
  await openSavings(page);
  await page.getByText('The amounts are private').waitFor({ state: 'attached' });
  expect(await page.getByRole('button', { name: `Nudge ${creator.name}` }).count()).toBe(0);
  // An open page would keep polling, and store its address when the session ended.
  await page.goto('about:blank');
  await sandbox.pass(HOURS_A_WEEK);
  await arrive(page, member);
  await openSavings(page);
  await press(page, `Nudge ${creator.name}`);
  await page.getByRole('button', { name: `Nudge ${creator.name}` }).waitFor({ state: 'detached' });
  await page.getByText(/You can remind them again on/).waitFor();
  await expectAccessible(page);
});
