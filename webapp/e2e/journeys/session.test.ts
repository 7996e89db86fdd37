import { Api } from '../harness/api';
import { newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, openMenu, press } from '../screens/entry';

test('three minutes without activity end the session, after a warning', async ({ page, server }) => {
  const member = await newMember(server.url);
  await page.clock.install();
  await arrive(page, member);

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

test('a session that was ended elsewhere says `Unauthenticated.` and leads to the sign-in', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);

  // A new password, set from another device, ends every session.
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

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transaction' }).click();
  await page.getByRole('status').getByText('Unauthenticated.', { exact: true }).waitFor();
  await page.waitForURL('**/login');
});

test('losing the connection is said, and so is its return', async ({ page, context, server, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED/);
  const member = await newMember(server.url);
  await arrive(page, member);
  await context.setOffline(true);
  await page.getByText('Oops! No internet connection.').waitFor();
  await expectAccessible(page);
  await context.setOffline(false);
  const back = page.getByText('Your internet connection is back.');
  await back.waitFor();
  await back.waitFor({ state: 'hidden' });
});

test('night mode and right-to-left are kept over a reload, and stay readable', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
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
