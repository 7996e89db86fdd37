import { confirmPhone, newMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { agree, arrive, enterCode, field, heading, press } from '../screens/entry';
import { setFirstPin, sheet } from '../screens/wallet';

test('a user signs up with a BVN and comes back with it, and a stranger’s number reveals nothing', async ({
  page,
  sandbox,
}) => {
  await page.goto('/code/FRIEND22');
  await page.waitForURL('**/splash');
  const referrer = () => page.evaluate(() => localStorage.getItem('referrer'));
  expect(await referrer()).toBe('FRIEND22');
  await page.goto('/login');
  await page.getByRole('button', { name: 'BVN' }).click();
  await expectAccessible(page);
  const number = field(page, 'Bank verification number (BVN)');
  await number.fill('2210000000');
  await press(page, 'Log in');
  await expect.poll(() => number.getAttribute('aria-invalid')).toBe('true');
  await number.fill('22100000009');
  // The register is queried only after consent, whose text links to the terms.
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await press(page, 'Log in');
  const consent = page.getByRole('dialog', { name: 'Your consent' });
  await consent.getByText('We ask the BVN register').waitFor();
  await expectAccessible(page);
  await consent.getByRole('button', { name: 'the terms' }).click();
  await page.getByText('Your transaction PIN is yours alone.').waitFor();
  await press(page, 'I understand');
  await consent.getByRole('button', { name: 'Not now' }).click();
  await consent.waitFor({ state: 'hidden' });
  expect(asked).not.toContain('/api/identity/auth/init');
  await press(page, 'Log in');
  await agree(page);
  await page.waitForURL('**/otp-confirm-page?page=identity-auth');
  await expectAccessible(page);
  await page.getByText(/If the number is right/).waitFor();
  // Not even the address bar contains the number.
  expect(page.url()).not.toContain('22100000009');
  await enterCode(page, '000000');
  await page.getByText("That code isn't right or has expired. Send a new one?").waitFor();
  await enterCode(page, await sandbox.code('08030000009'));
  await page.getByText('Please wait while we try to sign you up.').waitFor();
  await page.waitForURL('**/dashboard');
  const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(kept).not.toContain('22100000009');
  // The code was used: the next person on this device must not inherit it.
  expect(await referrer()).toBe(null);

  // The register's data is the profile, and the identity is proven.
  await page.goto('/verify');
  await heading(page, 'Verification').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: /^Identity/ }).textContent())
    .toContain('Completed');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Identity/ }).click();
  await page.getByText('Identity already verified').waitFor();
  await page.getByText('This account is not yet verified').waitFor();

  // The sign-in code proves the owner for ten minutes; there is neither a password nor an email address.
  await page.route('**/api/account/settings/pin/create', (route) => {
    const message = 'Enter your password to set a transaction PIN.';
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { code: 'reauthentication_required', message },
    });
  });
  await page.getByRole('button', { name: /^Transaction PIN/ }).click();
  await setFirstPin(page, '2580');
  await sheet(page).getByText('Log in again with your BVN or NIN', { exact: false }).waitFor();
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Log out' }).click();
  await page.getByText('Please log in with your BVN or NIN, and set your PIN.').waitFor();
  await page.waitForURL('**/login');
  await page.unroute('**/api/account/settings/pin/create');
  // Another code may be requested.
  await sandbox.pass(1);
  await page.getByRole('button', { name: 'BVN' }).click();
  await field(page, 'Bank verification number (BVN)').fill('22100000009');
  const earlier = await sandbox.code('08030000009');
  await press(page, 'Log in');
  await agree(page);
  await page.waitForURL('**/otp-confirm-page?page=identity-auth');
  await enterCode(page, await sandbox.code('08030000009', earlier));
  await page.waitForURL('**/verify');
  await page.getByRole('button', { name: /^Transaction PIN/ }).click();
  await setFirstPin(page, '2580');
  await page.getByText('Transaction pin changed!').waitFor();
  await expect
    .poll(() => page.getByRole('button', { name: /^Transaction PIN/ }).textContent())
    .toContain('Completed');

  // A reload forgets the number: it is entered again.
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await page.getByRole('button', { name: 'NIN' }).click();
  await field(page, 'National identity number (NIN)').fill('99999999999');
  await press(page, 'Log in');
  await agree(page);
  await page.waitForURL('**/otp-confirm-page?page=identity-auth');
  await page.getByText(/If the number is right/).waitFor();
  await page.reload();
  await page.waitForURL('**/login');
});

test('a member proves phone, identity, PIN, liveness and bank account', async ({
  page,
  server,
  sandbox,
  watch,
}) => {
  watch.allow(/503 .*\/api\/liveness\//, /503 \(Service Unavailable\).*\/api\/liveness\//);
  const member = await newMember(server.url, newPerson('Kemi', 'Ogunleye'));
  await member.api.must('POST', '/profile', {
    first_name: 'Kemi',
    last_name: 'Ogunleye',
    gender: 'female',
    dob: '11-11-1980',
  });
  await arrive(page, member);
  await page.goto('/verify');
  const row = (name: RegExp) => page.getByRole('button', { name });
  // The number given at sign-up counts once a code has confirmed it.
  await expect.poll(() => row(/^Phone/).textContent()).toContain('Incomplete');
  await row(/^Phone/).click();
  await expect.poll(() => field(page, 'Phone').inputValue()).toContain(member.phone.slice(1));
  await expectAccessible(page);
  await press(page, 'Send code');
  await enterCode(page, await sandbox.code(member.phone));
  await expect.poll(() => row(/^Phone/).textContent()).toContain('Completed');
  await sheet(page).waitFor({ state: 'detached' });
  await row(/^Phone/).click();
  await page.getByText('Phone already set').waitFor();
  await row(/^Transaction PIN/).click();
  await page.getByText('Open the chat icon to request a reset pin.').waitFor();

  await row(/^Identity/).click();
  const identity = sheet(page);
  await identity.waitFor();
  await expectAccessible(page);
  const verify = identity.getByRole('button', { name: 'Send code', exact: true });
  expect(await verify.isDisabled()).toBe(true);
  // A number registered to someone else.
  await identity.getByLabel('Number', { exact: true }).fill('22100000012');
  await verify.click();
  await identity.getByText('We are sorry, an error occured this time.').waitFor();
  // Two submissions at once count once.
  await identity.getByLabel('Number', { exact: true }).fill('22100000011');
  await verify.dblclick();
  await identity.getByText('080••••••11').waitFor();
  await expectAccessible(page);
  await enterCode(page, '000000');
  await identity.getByText("That code isn't right or has expired. Send a new one?").waitFor();
  await enterCode(page, await sandbox.code('08030000011'));
  await page.getByText('Identify verification processed').waitFor();
  await expect.poll(() => row(/^Identity/).textContent()).toContain('Completed');

  // A pending step is ready to be done, and says so.
  await row(/^Liveness/)
    .getByText('Ready', { exact: true })
    .waitFor();
  await row(/^Liveness/).click();
  await heading(page, 'Liveness').waitFor();
  await expectAccessible(page);
  await press(page, 'Start');
  await heading(page, 'Sandbox liveness check').waitFor();
  await expectAccessible(page);
  await press(page, 'Fail');
  await page.getByText(/That did not work/).waitFor();
  await press(page, 'Try again');
  await press(page, 'Start');
  await heading(page, 'Sandbox liveness check').waitFor();
  // The provider is unavailable when the user returns: the page says so, and retries on request.
  await sandbox.behave('liveness', 'lose_answer');
  await press(page, 'Pass');
  await page.getByRole('alert').getByText('We are sorry, an error occured this time.').waitFor();
  await sandbox.behave('liveness', 'succeed');
  await press(page, 'Try again');
  await page.getByText("You're verified. Thank you.").waitFor();
  await page.getByRole('link', { name: 'Continue' }).click();
  await expect.poll(() => row(/^Liveness/).textContent()).toContain('Completed');

  await row(/^Bank account/).click();
  await sheet(page).waitFor();
});

test('an unconfirmed phone is confirmed or replaced by a code, in any of the three countries', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/profile');
  await page.getByText('Your phone number is not confirmed yet.').waitFor();
  await page.getByRole('link', { name: 'Confirm or change it' }).click();
  await heading(page, 'Verify your phone').waitFor();
  await expectAccessible(page);
  await field(page, 'Phone').fill('241234567');
  await press(page, 'Continue');
  await page.getByText('phone number not valid').waitFor();
  // The same digits are a valid number in Ghana.
  await field(page, 'Country').selectOption('+233');
  await page.getByText('phone number not valid').waitFor({ state: 'hidden' });
  await press(page, 'Continue');
  await heading(page, 'Enter the code').waitFor();
  await page.getByRole('status').getByText('OTP sent to +233241234567').waitFor();
  await page.getByRole('main').getByText('+233241234567').waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Send a new code in \d+ s$/ }).waitFor();
  const code = await sandbox.code('+233241234567');
  await enterCode(page, code === '000-000' ? '111111' : '000000');
  await page.getByText("That code isn't right or has expired. Send a new one?").waitFor();
  await enterCode(page, code);
  await page.getByText('Phone successfully updated').waitFor();
  await page.waitForURL('**/profile');
  await page.getByRole('main').getByText('+233241234567').waitFor();
  expect(await page.getByText('not confirmed yet').count()).toBe(0);
});

test('reloading the phone’s code page leads a member to the profile, and a visitor to the sign-in', async ({
  page,
  server,
}) => {
  await page.goto('/otp-page');
  await page.waitForURL('**/login');
  await arrive(page, await newMember(server.url));
  await page.goto('/otp-confirm-page');
  await page.waitForURL('**/profile');
});

test('verification rows load and fail independently', async ({ page, context, server, sandbox, watch }) => {
  watch.allow(/ERR_FAILED .*\/api\/wallet\/pin-status/);
  const member = await newMember(server.url);
  await confirmPhone(member, sandbox);
  await arrive(page, member);
  const row = (name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
  let answer = (_: 'fail' | 'pass') => {};
  const decided = new Promise<'fail' | 'pass'>((resolve) => {
    answer = resolve;
  });
  await context.route('**/api/wallet/pin-status', async (route) =>
    (await decided) === 'fail' ? route.abort() : route.continue(),
  );
  await page.goto('/verify');
  await expect.poll(() => row('Phone').textContent()).toContain('Completed');
  await expect.poll(() => row('Bank account').textContent()).toContain('Incomplete');
  for (const name of ['Transaction PIN', 'Liveness'])
    expect(await row(name).textContent(), name).toContain('Loading');
  expect(await page.getByText(/^This account is/).count()).toBe(0);
  await expectAccessible(page);
  answer('fail');
  await expect.poll(() => row('Transaction PIN').textContent(), { timeout: 15_000 }).toContain('Try again');
  expect(await row('Bank account').textContent()).toContain('Incomplete');
  await expectAccessible(page);
  await context.unroute('**/api/wallet/pin-status');
  await row('Transaction PIN').click();
  await expect.poll(() => row('Transaction PIN').textContent()).toContain('Completed');
  await page.getByText('This account is not yet verified').waitFor();
});

test('changing the password ends the other sessions', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/security');
  await press(page, 'Change password');
  const form = sheet(page);
  await form.waitFor();
  await form.getByLabel('Old password', { exact: true }).fill('Wrong!Password9');
  await form.getByLabel('New password', { exact: true }).fill('Monsoon!Clay83');
  await form.getByLabel('Confirm the new password', { exact: true }).fill('Monsoon!Clay83');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Change password' }).click();
  await form.getByText('The password is not correct.').waitFor();
  await form.getByLabel('Old password', { exact: true }).fill(member.password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password has been changed.').waitFor();
  // The session over HTTP was one of those.
  expect((await member.api.call('GET', '/auth/me')).status).toBe(401);
});

test('a forgotten PIN is reset by password and code', async ({ page, server, sandbox, watch }) => {
  watch.allow(/422 .*\/pin\/reset/, /422 \(Unprocessable .*\/pin\/reset/);
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: /PIN/ }).first().click();
  const form = sheet(page);
  await form.getByRole('button', { name: 'Forgot your PIN?' }).click();
  await form.getByLabel('Your password', { exact: true }).fill('Wrong!Password9');
  await form.getByRole('button', { name: 'Send code' }).click();
  await form.getByText('The password is not correct.').waitFor();
  await expectAccessible(page);
  await form.getByLabel('Your password', { exact: true }).fill(member.password);
  await form.getByRole('button', { name: 'Send code' }).click();
  await form.getByText('your email address').waitFor();
  await expectAccessible(page);
  await enterCode(page, '000000');
  await form.getByText("That code isn't right or has expired. Send a new one?").waitFor();
  // After a wrong code, the focus returns to the first box.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Code, character 1 of 6');
  await enterCode(page, await sandbox.code(member.email));
  await form.getByLabel('New PIN', { exact: true }).fill('1357');
  await form.getByLabel('Confirm PIN', { exact: true }).fill('1357');
  await form.getByRole('button', { name: 'Save PIN' }).click();
  await page.getByText('Transaction pin changed!').waitFor();
});

test('the PIN of each currency is changed in the settings', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/security');
  await page.getByRole('button', { name: 'Transaction PIN', exact: true }).waitFor();
  const first = { pin: '1470', confirm_pin: '1470', password: member.password };
  await member.api.must('POST', '/account/settings/pin/create', { ...first, currency: 'USD' });
  await page.reload();
  const row = (currency: string) =>
    page.getByRole('button', { name: `Transaction PIN (${currency})`, exact: true });
  await row('USD').waitFor();
  await row('NGN').waitFor();
  expect(await row('GBP').count()).toBe(0);
  await expectAccessible(page);
  await row('USD').click();
  await sheet(page).getByRole('heading', { name: 'Transaction PIN (USD)' }).waitFor();
  await field(page, 'Old PIN').fill('1470');
  await setFirstPin(page, '3690');
  await page.getByText('Transaction pin changed!').waitFor();
  const confirm = { pin: '3690', currency: 'USD', action: 'withdraw', amount: '1.00', payee: 'anybody' };
  await member.api.must('POST', '/wallet/pin-confirm', {
    ...confirm,
    idempotency_key: 'key-of-a-dollar-pin-1',
    request: {},
  });
});

test('an unknown liveness check is reported, with a way to start a new one', async ({
  page,
  server,
  watch,
}) => {
  watch.allow(/404 .*\/api\/liveness\//, /404 \(Not Found\).*\/api\/liveness\//);
  await arrive(page, await newMember(server.url));
  await page.goto('/verify/liveness?check=unknown');
  await page.getByText("We couldn't find this liveness check").waitFor();
  await expectAccessible(page);
  await press(page, 'Start a new check');
  await page.getByRole('button', { name: 'Start', exact: true }).waitFor();
});
