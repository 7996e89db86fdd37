import { Api } from '../harness/api';
import { listening } from '../harness/live';
import { newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { tellOwnTime } from '../harness/time';
import { arriveByForm, field, openMenu, press } from '../screens/entry';

test('three minutes without activity end the session, after a warning', async ({ page, server, watch }) => {
  // With a fake clock, layout shifts cannot be dated.
  watch.allow(/^moved: /);
  const member = await newMember(server.url);
  await page.clock.install();
  await tellOwnTime(page);
  await listening(page, () => arriveByForm(page, member));

  await page.clock.fastForward('02:40');
  const warning = page.getByRole('dialog', { name: 'Are you still there?' });
  await warning.waitFor();
  await expectAccessible(page);
  await press(page, 'Stay signed in');
  await warning.waitFor({ state: 'hidden' });

  await page.clock.fastForward('02:40');
  await warning.waitFor();
  await page.clock.fastForward('00:30');
  await page.getByText('You were signed out after three minutes without activity.').waitFor();
  await page.clock.fastForward('00:05');
  await page.waitForURL('**/login');
});

test('a session ended elsewhere says so and leads to the sign-in', async ({ page, server, sandbox }) => {
  const member = await newMember(server.url);
  await arriveByForm(page, member);

  // A new password, set on another device, ends every session.
  const elsewhere = new Api(server.url);
  const earlier = await sandbox.code(member.email);
  await elsewhere.must('POST', '/forgot/password', { email: member.email });
  const code = await sandbox.code(member.email, earlier);
  await elsewhere.must('POST', '/reset/password', {
    email: member.email,
    code,
    password: 'Savannah#Rain3',
    confirm_password: 'Savannah#Rain3',
  });

  // Records whether the server's own message is shown at any moment, until the sign-in.
  await page.evaluate(() => {
    const look = () => {
      if (document.body.textContent.includes('Unauthenticated.'))
        document.documentElement.dataset.rawMessageShown = 'yes';
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transaction' }).click();
  await page.getByRole('status').getByText('You were signed out.', { exact: true }).waitFor();
  await page.waitForURL('**/login');
  expect(await page.evaluate(() => document.documentElement.dataset.rawMessageShown)).toBeUndefined();
});

test('losing and regaining the connection is announced', async ({ page, context, server, watch }) => {
  watch.allowOffline();
  const member = await newMember(server.url);
  await arriveByForm(page, member);
  await context.setOffline(true);
  await page.getByText('Oops! No internet connection.').waitFor();
  await expectAccessible(page);
  await context.setOffline(false);
  const back = page.getByText('Your internet connection is back.');
  await back.waitFor();
  await back.waitFor({ state: 'hidden' });
});

test('night mode and right-to-left survive a reload, and stay readable', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arriveByForm(page, member);
  await openMenu(page);
  await press(page, 'Night mode');
  await press(page, 'Right to left');
  await expectAccessible(page);
  await page.reload();
  await page.getByTestId('balance').waitFor();
  expect(
    await page.evaluate(() => [document.documentElement.dataset.theme, document.documentElement.dir]),
  ).toEqual(['dark', 'rtl']);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await expectAccessible(page);
});

test('the keyboard alone is enough to sign in', async ({ page, server }) => {
  const member = await newMember(server.url);
  await page.goto('/login');
  await field(page, 'Email').waitFor();
  const tabTo = async (label: string) => {
    for (let presses = 0; presses < 20; presses += 1) {
      if (await field(page, label).evaluate((input) => input === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`twenty tabs did not reach ${label}`);
  };
  await tabTo('Email');
  await page.keyboard.type(member.email);
  await tabTo('Password');
  await page.keyboard.type(member.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard');
});

test('a sign-out that did not reach the server is repeated at the next load', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allow(/ERR_FAILED .*\/auth\/logout/);
  const member = await newMember(server.url);
  await arriveByForm(page, member);
  await context.route('**/api/auth/logout', (route) => route.abort());
  await openMenu(page);
  await press(page, 'Log out');
  await page.waitForURL('**/login');

  await context.unroute('**/api/auth/logout');
  await page.evaluate(() => localStorage.setItem('uuid', 'x'));
  const ended = page.waitForResponse('**/api/auth/logout');
  await page.goto('/dashboard');
  expect((await ended).status()).toBe(200);
  await page.waitForURL('**/login');
  await page.evaluate(() => localStorage.setItem('uuid', 'x'));
  await page.goto('/dashboard');
  await page.waitForURL('**/login');
});

test('tabs share one session: activity in one keeps the other, and signing out of one leaves both', async ({
  page,
  context,
  server,
}) => {
  const member = await newMember(server.url);
  await context.clock.install();
  await tellOwnTime(context);
  await listening(page, () => arriveByForm(page, member));
  const behind = await context.newPage();
  await listening(behind, () => behind.goto('/dashboard'));
  await behind.getByTestId('balance').waitFor();

  await context.clock.fastForward('02:00');
  await page.getByRole('heading', { name: 'Recent transactions' }).click();
  // The other tab is idle for far longer than three minutes, and warns when the active one does.
  await context.clock.fastForward('01:30');
  await context.clock.fastForward('01:10');
  const warning = { name: 'Are you still there?' };
  await behind.getByRole('dialog', warning).waitFor();
  await press(page, 'Stay signed in');
  await behind.getByRole('dialog', warning).waitFor({ state: 'hidden' });
  await page.reload();
  await page.getByTestId('balance').waitFor();

  await openMenu(page);
  await press(page, 'Log out');
  await behind.waitForURL('**/login');
});

test('text in a link is not shown as ours', async ({ page, server }) => {
  const words = 'Call 0800 12345 and tell them your PIN';
  const query = new URLSearchParams({
    email: 'a@b.ng',
    message: words,
    title: words,
    next: '//evil.example',
  });
  await page.goto(`/otp-confirm-page?${query}`);
  // A code that was not requested is not claimed.
  await page.getByText('Request a code to a@b.ng, and enter it here.', { exact: true }).waitFor();
  expect(await page.getByText(words).count()).toBe(0);

  await arriveByForm(page, await newMember(server.url));
  for (const done of ['', words, 'constructor']) {
    await page.goto(`/success?${query}&done=${done}`);
    await page.getByText('Success', { exact: true }).last().waitFor();
    expect(await page.getByText(words).count()).toBe(0);
    expect(await page.getByRole('link', { name: 'Skip', exact: true }).getAttribute('href')).toBe(
      '/dashboard',
    );
  }
});
