import type { Route } from 'playwright-core';
import { newMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import {
  arriveByForm,
  enterCode,
  field,
  fillNameAndEmail,
  fillRegistration,
  heading,
  login,
  loginRefused,
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

test('a referral link’s code is filled into the registration form later', async ({ page, server }) => {
  const friend = await newMember(server.url);
  const { settings } = await friend.api.must<{ settings: { referrer_code: string } }>('GET', '/auth/me');
  await page.goto(`/code/${settings.referrer_code}`);
  await page.waitForURL('**/splash');
  await page.goto('/register');
  const code = field(page, 'Referral code (optional)');
  await fillRegistration(page, newPerson());
  expect(await code.inputValue()).toBe(settings.referrer_code);

  await code.fill('NOBODY22');
  await press(page, 'Create account');
  await page.getByText('Nobody has this code. Check it, or leave it blank.').waitFor();
  await expectAccessible(page);

  await code.fill(settings.referrer_code.toLowerCase());
  await press(page, 'Create account');
  await heading(page, 'Enter the code').waitFor();
  // The code was used: the next person on this device must not inherit it.
  await page.goto('/register');
  await fillNameAndEmail(page, newPerson());
  await press(page, 'Have a code?');
  expect(await code.inputValue()).toBe('');
});

test('a reload of the registration form loses only the password', async ({ page }) => {
  const person = newPerson();
  await page.goto('/register');
  await fillRegistration(page, person);
  await page.reload();
  await expect.poll(() => field(page, 'Phone').inputValue()).toBe(person.phone);
  expect(await field(page, 'Password').inputValue()).toBe('');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect.poll(() => field(page, 'Name').inputValue()).toBe(person.name);
  expect(await field(page, 'Email').inputValue()).toBe(person.email);
  await press(page, 'Continue');
  expect(await page.getByRole('checkbox', { name: /agree/ }).isChecked()).toBe(true);
  await field(page, 'Password').fill(person.password);
  await press(page, 'Create account');
  await heading(page, 'Enter the code').waitFor();
  // The next user of this tab finds an empty form.
  await page.goto('/register');
  expect(await field(page, 'Email').inputValue()).toBe('');
});

test('the second page of the registration needs the first', async ({ page, sandbox }) => {
  const person = newPerson();
  await page.goto('/register?step=phone');
  await page.waitForURL('**/register');
  await fillRegistration(page, person);
  await page.goBack();
  await field(page, 'Email').fill('nobody');
  await page.goForward();
  await press(page, 'Create account');
  await expect.poll(() => field(page, 'Email').getAttribute('aria-invalid')).toBe('true');
  await expect
    .poll(() => field(page, 'Email').evaluate((input) => input === document.activeElement))
    .toBe(true);
  await fillNameAndEmail(page, person);
  await press(page, 'Create account');
  await heading(page, 'Enter the code').waitFor();
  expect(await sandbox.code(person.email)).not.toBe('');
});

test('the link in the agreement opens the terms', async ({ page }) => {
  await page.goto('/register');
  await fillNameAndEmail(page, newPerson());
  await page.getByRole('button', { name: 'terms', exact: true }).click();
  await page.getByRole('dialog', { name: 'Terms and consent' }).waitFor();
  await press(page, 'I understand');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.getByRole('checkbox', { name: /agree/ }).isChecked()).toBe(false);
});

test('the registration form validates while typing', async ({ page }) => {
  await page.goto('/register');
  // The first error gets the focus, and every invalid field has a message.
  await press(page, 'Continue');
  await expect
    .poll(() => field(page, 'Name').evaluate((input) => input === document.activeElement))
    .toBe(true);
  for (const label of ['Name', 'Email'])
    expect(await field(page, label).getAttribute('aria-invalid'), label).toBe('true');
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

  const estimator: string[] = [];
  page.on('request', (request) => {
    if (/estimate/.test(request.url())) estimator.push(request.url());
  });
  await fillNameAndEmail(page, newPerson());
  await expect
    .poll(() => field(page, 'Phone').evaluate((input) => input === document.activeElement))
    .toBe(true);
  expect(estimator).toEqual([]);

  const meter = page.getByRole('progressbar', { name: 'Password strength' });
  expect(await meter.count()).toBe(0);
  await field(page, 'Password').fill('abc');
  expect(await meter.getAttribute('aria-valuetext')).toBe('Weak');
  const create = page.getByRole('button', { name: 'Create account', exact: true });
  expect(await create.isDisabled()).toBe(true);
  await field(page, 'Password').fill('abcdefg7');
  expect([await meter.getAttribute('aria-valuenow'), await create.isDisabled()]).toEqual(['2', true]);
  await field(page, 'Password').fill('Harmattan!Dust7');
  expect([await meter.getAttribute('aria-valuenow'), await create.isDisabled()]).toEqual(['4', false]);
  await page.getByText(/Could be guessed in/).waitFor();
  expect(estimator.length).toBeGreaterThan(0);

  await press(page, 'Create account');
  await expect.poll(() => field(page, 'Phone').getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByRole('checkbox', { name: /agree/ }).getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  for (const wrong of ['0803123456', '080312345678', '0803-123456', '0803x234567', '1e10']) {
    await field(page, 'Phone').fill(wrong);
    await expect
      .poll(() => field(page, 'Phone').getAttribute('aria-invalid'), { message: wrong })
      .toBe('true');
  }
  // Digits from other keyboards and formats are accepted.
  for (const right of ['０8031234567', '٠8031234567', '0803 123 4567', '0803-123-4567']) {
    await field(page, 'Phone').fill(right);
    await expect.poll(() => field(page, 'Phone').getAttribute('aria-invalid'), { message: right }).toBe(null);
  }
  // Each country has its own number of digits.
  await field(page, 'Phone').fill('66123456');
  await expect.poll(() => field(page, 'Phone').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Country').selectOption('+235');
  await page.getByText('Eight digits, such as 66123456').waitFor();
  await expect.poll(() => field(page, 'Phone').getAttribute('aria-invalid')).toBe(null);
});

test('password advice that failed to load is loaded at the next keystroke', async ({ page, watch }) => {
  watch.allow(/net::ERR_FAILED|Failed to fetch|503/);
  const module = /\/estimate_bg.*\.wasm$/;
  const answers = [
    (route: Route) => route.abort(),
    (route: Route) => route.fulfill({ status: 503, body: 'Busy.' }),
  ];
  // Requests of a worker are routed by the context only.
  await page.context().route(module, (route) => (answers.shift() ?? ((one: Route) => one.continue()))(route));
  await page.goto('/register');
  await fillNameAndEmail(page, newPerson());
  const advice = page.getByText(/Could be guessed in/);
  for (const typed of ['Harmattan', 'Harmattan!', 'Harmattan!Dust7']) {
    const left = answers.length;
    expect(await advice.count()).toBe(0);
    const ended = page
      .waitForEvent('worker')
      .then((worker) => (left > 0 ? worker.waitForEvent('close') : undefined));
    await field(page, 'Password').fill(typed);
    await ended;
  }
  await advice.waitFor();
  expect(answers).toEqual([]);
});

test('a new address is confirmed by its code; a wrong code is refused and can be retried', async ({
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

test('an address with an account gets an email without a code, and the page does not reveal it', async ({
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
  await loginRefused(page);
  for (const label of ['Email', 'Password'])
    expect(await field(page, label).getAttribute('aria-invalid'), label).toBe(null);
  expect(page.url()).toContain('/login');
  await expectAccessible(page);

  await arriveByForm(page, member);
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

test('a forgotten password is reset by code; the old one stops working and every session ends', async ({
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
  await page.getByText(`If ${member.email} has an account, we've sent it a 6-digit code.`).waitFor();
  await enterCode(page, await sandbox.code(member.email, earlier));
  await heading(page, 'Choose a new password').waitFor();
  expect(page.url()).not.toMatch(/code=/);
  // A reload forgets the code, which is still valid: it is entered again.
  await page.reload();
  await heading(page, 'Enter the code').waitFor();
  await page.getByText(`If ${member.email} has an account, we've sent it a 6-digit code.`).waitFor();
  await enterCode(page, await sandbox.code(member.email, earlier));
  await heading(page, 'Choose a new password').waitFor();

  await field(page, 'New password').fill('abc');
  expect(await page.getByRole('button', { name: 'Save password', exact: true }).isDisabled()).toBe(true);
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
  await loginRefused(page);
  await arriveByForm(page, { email: member.email, password: 'Savannah#Rain3' });
});

test('an unknown address is treated like a known one', async ({ page, sandbox }) => {
  const { email } = newPerson();
  await page.goto('/forgot-password');
  await field(page, 'Email').fill(email);
  await press(page, 'Reset Password');
  await heading(page, 'Enter the code').waitFor();
  expect(await sandbox.messages(email)).toEqual([]);
});

test('a link with a code leads to the new password, and the code is removed from the address', async ({
  page,
  server,
  sandbox,
}) => {
  const { email, api } = await newMember(server.url);
  const earlier = await sandbox.code(email);
  await api.must('POST', '/forgot/password', { email });
  const code = await sandbox.code(email, earlier);
  const link = (given: string) => `/reset-password?${new URLSearchParams({ email, code: given })}`;
  await page.goto(link(code === '000-000' ? '111-111' : '000-000'));
  await page.getByRole('status').getByText("That code isn't right or has expired. Send a new one?").waitFor();
  await heading(page, 'Enter the code').waitFor();
  // This browser has requested no code.
  await page.getByText(`Request a code to ${email}, and enter it here.`, { exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Send a new code', exact: true }).isEnabled()).toBe(true);
  expect(await page.getByText(/just sent|We wrote/).count()).toBe(0);
  await expectAccessible(page);
  await page.goto(link(code));
  await heading(page, 'Choose a new password').waitFor();
  expect(page.url()).not.toContain(code);
  await page.goBack();
  expect(page.url()).not.toContain(code);
});

test('the wait for another code survives a reload', async ({ page }) => {
  await register(page, newPerson());
  const again = page.getByRole('button', { name: /^Send a new code in \d+ s$/ });
  const remaining = async () => Number(/\d+/.exec((await again.textContent()) ?? '')?.[0]);
  await expect.poll(remaining, { timeout: 5_000 }).toBeLessThan(44);
  const before = await remaining();
  await page.reload();
  await again.waitFor();
  expect(await remaining()).toBeLessThanOrEqual(before);
  await page.getByText(/^We wrote to /).waitFor();
  // A tab that has sent no code does not wait, and claims none.
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.getByRole('button', { name: 'Send a new code', exact: true }).waitFor();
  await other.getByText(/^Request a code to /).waitFor();
});

test('a member with an unverified address enters its code', async ({ page, context, server, sandbox }) => {
  const member = await newMember(server.url);
  await arriveByForm(page, member);
  // Changes the response as the server would give it.
  const unverified = (text: string) => text.replace('"is_verified":true', '"is_verified":false');
  await context.route('**/api/auth/refresh', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: unverified(await answer.text()) });
  });
  await page.goto('/dashboard');
  await page.waitForURL('**/otp-confirm-page?page=validate');
  await heading(page, 'Enter the code').waitFor();
  await page.getByText(member.email).waitFor();
  await expectAccessible(page);
  const earlier = await sandbox.code(member.email);
  await press(page, 'Send a new code');
  await page.getByText('If this address needs a code, a new one is on its way.').waitFor();
  expect(await sandbox.code(member.email).catch(() => earlier)).toBe(earlier);
});

test('login saves the questionnaire’s score', async ({ page, server }) => {
  const member = await newMember(server.url);
  const questions = await member.api.must<{ id: string; answers: { id: string }[] }[]>(
    'GET',
    '/questions?type=onboarding',
  );
  await arriveByForm(page, member);
  const scores = () => page.evaluate(() => localStorage.getItem('scores'));
  expect(await scores()).toBe(null);
  const [first] = questions;
  const { score } = await member.api.must<{ score: number }>('POST', '/user/answers', {
    question: first?.id,
    answer: first?.answers.at(-1)?.id,
  });
  await openMenu(page);
  await press(page, 'Log out');
  await page.waitForURL('**/login');
  await arriveByForm(page, member);
  expect(await scores()).toBe(JSON.stringify({ onboarding: score }));
});
