import { newMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import {
  arrive,
  enterCode,
  field,
  fillRegistration,
  heading,
  login,
  openMenu,
  press,
  register,
} from '../screens/entry';

test('the splash leads to the welcome page and on to the sign-in', async ({ page }) => {
  await page.goto('/');
  await page.waitForURL('**/splash');
  await heading(page, "We don't just hold your money!").waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Get Started' }).click();
  await page.waitForURL('**/login');
  await expectAccessible(page);
});

test('a referral link’s code waits in the registration form', async ({ page }) => {
  await page.goto('/code/FRIEND12');
  await page.waitForURL('**/splash');
  await page.goto('/register');
  expect(await field(page, 'Referral code (optional)').inputValue()).toBe('FRIEND12');
});

test('the registration form judges while one types', async ({ page }) => {
  await page.goto('/register');
  const estimator: string[] = [];
  page.on('request', (request) => {
    if (/estimate/.test(request.url())) estimator.push(request.url());
  });
  await page.getByRole('checkbox', { name: /agree/ }).waitFor();
  expect(estimator).toEqual([]);

  const meter = page.getByRole('progressbar', { name: 'Password strength' });
  expect(await meter.count()).toBe(0);
  await field(page, 'Password').fill('abc');
  expect(await meter.getAttribute('aria-valuetext')).toBe('Weak');
  await field(page, 'Password').fill('Harmattan!Dust7');
  expect(await meter.getAttribute('aria-valuenow')).toBe('4');
  await page.getByText(/Could be guessed in/).waitFor();
  expect(estimator.length).toBeGreaterThan(0);

  // The first error gets the focus, and every field says what it lacks.
  await press(page, 'Create account');
  await expect
    .poll(() => field(page, 'Name').evaluate((input) => input === document.activeElement))
    .toBe(true);
  for (const label of ['Name', 'Email', 'Phone']) {
    expect(await field(page, label).getAttribute('aria-invalid'), label).toBe('true');
  }
  await expectAccessible(page);

  await field(page, 'Name').fill('Al');
  await expect.poll(() => field(page, 'Name').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Name').fill('Ali');
  await expect.poll(() => field(page, 'Name').getAttribute('aria-invalid')).toBe(null);
  for (const wrong of ['a', 'a@', 'a@b', '@b.co', 'a b@c.co', 'a@b..co']) {
    await field(page, 'Email').fill(wrong);
    await expect
      .poll(() => field(page, 'Email').getAttribute('aria-invalid'), { message: wrong })
      .toBe('true');
  }
  for (const wrong of ['0803123456', '080312345678', '０8031234567', '٠8031234567', '0803-123456', '1e10']) {
    await field(page, 'Phone').fill(wrong);
    await expect
      .poll(() => field(page, 'Phone').getAttribute('aria-invalid'), { message: wrong })
      .toBe('true');
  }
});

test('a new address is confirmed by its code; a wrong code is refused and may be retried', async ({
  page,
  sandbox,
}) => {
  const person = newPerson();
  await register(page, person);
  await expectAccessible(page);
  const code = (await sandbox.code(person.email)).replace('-', '');
  await enterCode(page, code === '111111' ? '222222' : '111111');
  await page.getByRole('alert').filter({ hasText: /\w/ }).waitFor();
  await enterCode(page, code);
  await heading(page, 'Account Verified!').waitFor();
  await expectAccessible(page);
});

test('an address that has an account gets a letter instead of a code, and the page does not tell', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  const before = (await sandbox.messages(member.email)).length;
  await page.goto('/register');
  await fillRegistration(page, { ...newPerson(), email: member.email });
  await press(page, 'Create account');
  await heading(page, 'Enter the code').waitFor();
  await expect.poll(async () => (await sandbox.messages(member.email)).length).toBe(before + 1);
  expect((await sandbox.messages(member.email))[0]?.code ?? null).toBe(null);
});

test('signing in and out; a wrong password is refused', async ({ page, server }) => {
  const member = await newMember(server.url);
  await login(page, { email: member.email, password: 'Another!Word9' });
  await page.getByText('The email or the password is not correct.').waitFor();
  expect(page.url()).toContain('/login');
  await expectAccessible(page);

  await arrive(page, member);
  // A reload keeps the session, with nothing but the cookie.
  await page.reload();
  await page.waitForURL('**/dashboard');
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toMatch(
    /token/i,
  );

  await openMenu(page);
  await press(page, 'Log out');
  await page.waitForURL('**/login');
  await page.goto('/dashboard');
  await page.waitForURL('**/login');
});

test('a forgotten password is replaced by code; the old one is dead and every session ends', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  const earlier = await sandbox.code(member.email);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await heading(page, 'Reset your password').waitFor();
  await field(page, 'Email').fill(member.email);
  await expectAccessible(page);
  await press(page, 'Reset Password');
  await heading(page, 'Enter the code').waitFor();
  await enterCode(page, await sandbox.code(member.email, earlier));
  await heading(page, 'Choose a new password').waitFor();
  expect(page.url()).not.toMatch(/code=/);

  await field(page, 'New password').fill('Savannah#Rain3');
  await field(page, 'Confirm password').fill('Savannah#Rain4');
  await press(page, 'Save password');
  await expect.poll(() => field(page, 'Confirm password').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await field(page, 'Confirm password').fill('Savannah#Rain3');
  await press(page, 'Save password');
  await page.waitForURL('**/login');

  const ended = await member.api.call('GET', '/auth/me');
  expect([ended.status, ended.body.message]).toEqual([401, 'Unauthenticated.']);
  await login(page, member);
  await page.getByText('The email or the password is not correct.').waitFor();
  await arrive(page, { email: member.email, password: 'Savannah#Rain3' });
});

test('an unknown address is treated like a known one', async ({ page, sandbox }) => {
  const { email } = newPerson();
  await page.goto('/forgot-password');
  await field(page, 'Email').fill(email);
  await press(page, 'Reset Password');
  await heading(page, 'Enter the code').waitFor();
  expect(await sandbox.messages(email)).toEqual([]);
});
