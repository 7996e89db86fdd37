import { Api, type Session, type VirtualAccount } from '../harness/api';
import { newContext } from '../harness/browser';
import { newFundedMember, newMember, newPerson, type Person } from '../harness/person';
import { Sandbox } from '../harness/sandbox';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, enterCode, field, fillRegistration, heading, openMenu, press } from '../screens/entry';
import { acceptPrice, chooseWallet, enterAmount, enterPin, paidReference } from '../screens/wallet';

test('a friend signs up by the link and pays, and the referrer’s page shows N200', async ({
  page,
  server,
  sandbox,
  browser,
}) => {
  const referrer = await newMember(server.url, newPerson('Maryam', 'Abubakar'));
  await prove(referrer.api, sandbox, referrer, { number: '13', dob: '13-01-1982' });
  const shop = await newMember(server.url, newPerson('Musa', 'Sani'));
  await arrive(page, referrer);
  await openMenu(page);
  await page.getByRole('link', { name: 'Refer a friend' }).click();
  await page.getByText(/makes a transaction of at least/).waitFor();
  await page.getByText(/both need a verified identity/).waitFor();
  const code =
    (await page
      .getByText('Referral code', { exact: true })
      .locator('xpath=ancestor-or-self::dt/following-sibling::dd')
      .textContent()) ?? '';
  expect(code).toMatch(/^[A-Z2-9]{8}$/);
  await page.getByText(`${server.url}/?referrer=${code}`).waitFor();
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Referred' }).click();
  await page.getByText('pending...').waitFor();
  await expectAccessible(page);
  // By keyboard, as tabs are used.
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await heading(page, 'Referral Earnings').waitFor();
  await page.getByText('No transaction yet').waitFor();
  await expectAccessible(page);

  const friend = newPerson('Nnamdi', 'Igwe');
  const { context, watch } = await newContext(browser, server.url);
  const friends = await context.newPage();
  await friends.goto(`/code/${code}`);
  await friends.waitForURL('**/splash');
  await friends.goto('/register');
  await fillRegistration(friends, friend);
  expect(await field(friends, 'Referral code (optional)').inputValue()).toBe(code);
  await press(friends, 'Create account');
  await heading(friends, 'Enter the code').waitFor();
  await enterCode(friends, await sandbox.code(friend.email));
  await heading(friends, 'Account Verified!').waitFor();
  const friendsApi = await equip(server.url, friend, '5000.00');
  await prove(friendsApi, sandbox, friend, { number: '14', dob: '14-02-1983' });
  await friends.goto('/dashboard');
  await friends.getByTestId('balance').waitFor();
  await chooseWallet(friends, (await shop.api.wallet()).identity);
  await enterAmount(friends, '1500');
  await acceptPrice(friends);
  await enterPin(friends, friend.pin);
  await paidReference(friends);
  await friends.getByText('Earn extra N200').waitFor();
  await expectAccessible(friends);
  await friends.getByRole('link', { name: 'Get N200' }).click();
  await friends.waitForURL('**/referral');
  // The server's figures match the teaser's fixed text.
  await friends.getByText(/You get ₦200\.00 when .* makes a transaction of at least ₦1,000\.00/).waitFor();
  await context.close();
  expect(watch.unexpected()).toEqual([]);

  // This page has had no input since.
  const row = page.getByRole('listitem').filter({ hasText: 'Referral bonus' });
  await row.getByText('₦200.00').waitFor();
  await expectAccessible(page);
  expect((await referrer.api.wallet()).ledger_balance).toBe('200.00');
  await page.getByRole('tab', { name: 'Referred' }).click();
  await page.getByText('Earned you a bonus').waitFor();
  expect(await page.getByText('pending...').count()).toBe(0);

  await page.goto('/settings/profile');
  await page.getByText(code, { exact: true }).waitFor();
  await expectAccessible(page);
});

test('the link is copied and shared, the picture is offered, and no other host is contacted', async ({
  page,
  server,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(server.url))
      elsewhere.push(request.url());
  });
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/referral');
  await press(page, 'Copy referral link');
  await page.getByText('Copied to clipboard!').waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/\?referrer=[A-Z2-9]{8}$/);
  await press(page, 'Copy referral code');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(link.slice(-8));

  const value = encodeURIComponent(link);
  for (const [name, address] of [
    ['WhatsApp', `https://wa.me/?text=${value}`],
    ['Facebook', `https://www.facebook.com/sharer/sharer.php?u=${value}`],
    ['Twitter', `https://twitter.com/intent/tweet?url=${value}`],
    ['LinkedIn', `https://www.linkedin.com/sharing/share-offsite/?url=${value}`],
  ] as const) {
    const share = page.getByRole('link', { name });
    expect(await share.getAttribute('href')).toBe(address);
    expect(await share.getAttribute('rel')).toBe('noopener noreferrer');
  }
  const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Instagram')]);
  expect(download.suggestedFilename()).toBe(`${link.slice(-8)}.png`);
  if (process.env.E2E_EVIDENCE) await download.saveAs(`${process.env.E2E_EVIDENCE}/invitation.png`);
  expect(elsewhere).toEqual([]);
});

test('a failed load is reported, and the link still works', async ({ page, server, context, watch }) => {
  watch.allowOffline();
  watch.allow(/ERR_FAILED|referral/);
  const member = await newFundedMember(server.url, '100.00');
  await arrive(page, member);
  await context.route('**/api/referral', (route) => route.abort());
  await page.goto('/referral');
  await page.getByText(/\/\?referrer=/).waitFor();
  await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor({ timeout: 30_000 });
  await context.unroute('**/api/referral');
  await press(page, 'Try again');
  await page.getByText(/makes a transaction of at least/).waitFor();

  await context.setOffline(true);
  await page.getByRole('tab', { name: 'Earnings' }).click();
  await page.getByText('This cannot be loaded without a connection.').waitFor();
  await expectAccessible(page);
  await context.setOffline(false);
  await page.getByText('No transaction yet').waitFor();
});

test('the teaser is shown after a success to users who can earn the bonus', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/success?done=answered');
  await page.getByText('Earn extra N200').waitFor();
  await page.getByText(/first payment of N1,000 or more .* verified your identity/).waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Skip', exact: true }).click();
  await page.waitForURL('**/dashboard');
  server.run('user', 'restrict', member.email, '--by', 'a journey');
  await page.goto('/success?done=answered');
  await page.getByRole('link', { name: 'Skip', exact: true }).waitFor();
  expect(await page.getByText('Earn extra N200').count()).toBe(0);
});

/** Adds a profile, a PIN and money to a user who signed up in a browser. */
async function equip(origin: string, person: Person, amount: string): Promise<Api> {
  const api = new Api(origin);
  const { email, password, pin } = person;
  api.token = (await api.must<Session>('POST', '/auth/login', { email, password })).access_token;
  await api.must('POST', '/profile', {
    first_name: person.firstName,
    last_name: person.lastName,
    gender: 'male',
    dob: '02-05-1991',
  });
  await api.must('POST', '/account/settings/pin/create', {
    pin,
    confirm_pin: pin,
    currency: 'NGN',
    password,
  });
  const account = await api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await new Sandbox(origin).credit(account.account_number, amount);
  return api;
}

/** Proves the identity of a user in the sandbox's register. */
async function prove(
  api: Api,
  sandbox: Sandbox,
  { firstName, lastName }: Person,
  { number, dob }: { number: string; dob: string },
): Promise<void> {
  await api.must('POST', '/profile', { first_name: firstName, last_name: lastName, gender: 'female', dob });
  const bvn = `221000000${number}`;
  await api.must('POST', '/verify/bvn', { bvn });
  await api.must('POST', '/verify/bvn', { bvn, code: await sandbox.code(`080300000${number}`) });
}
