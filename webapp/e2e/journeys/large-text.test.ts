import { Api, type Session } from '../harness/api';
import { routes, visitAll } from '../harness/everywhere';
import { misfits, NARROWEST } from '../harness/large-text';
import { demo, newFundedMember } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, enterCode, field, heading, press } from '../screens/entry';

test('no page scrolls sideways and no word breaks when text is twice as big, on any phone, in any direction', async ({
  page,
  server,
  sandbox,
}) => {
  const found: string[] = [];
  const look = async () => void found.push(...(await misfits(page)));
  const visitor = await visitAll(page, '', look);
  // A password is chosen by who has entered a code, and by nobody else.
  const earlier = (await sandbox.messages(demo.email)).find(({ code }) => code)?.code ?? undefined;
  await page.goto('/forgot-password');
  await field(page, 'Email').fill(demo.email);
  await press(page, 'Reset Password');
  await enterCode(page, await sandbox.code(demo.email, earlier));
  await heading(page, 'Choose a new password').waitFor();
  visitor.push('/reset-password');
  await look();
  expect(visitor).toEqual(expect.arrayContaining(['/login', '/register', '/forgot-password']));

  const api = new Api(server.url);
  const { email, password } = demo;
  api.token = (await api.must<Session>('POST', '/auth/login', { email, password })).access_token;
  const [last] = (await api.transactions()).data;
  await arrive(page, demo);
  const member = await visitAll(page, last?.reference ?? '', look);
  expect(member).toEqual(expect.arrayContaining(['/dashboard', '/verify', '/bank-withdraw-success']));
  await page.goto('/dashboard');
  for (const view of ['Savings', 'Loans', 'Invest', 'Home']) {
    await page.getByRole('tab', { name: view }).click();
    await page.getByRole('tabpanel', { name: view }).waitFor();
    await look();
  }
  expect(found).toEqual([]);
  // Every page was visited by one of the users.
  const missing = routes.filter((route) => !route.includes('$') && ![...visitor, ...member].includes(route));
  expect(missing).toEqual([]);
});

test('a balance of a thousand millions fits on the narrowest phone, and breaks nowhere', async ({
  page,
  server,
}) => {
  await arrive(page, await newFundedMember(server.url, '1000272431.49'));
  for (const path of ['/dashboard', '/account', '/transaction']) {
    await page.goto(path);
    await page.getByText('₦1,000,272,431.49').first().waitFor();
    expect(await misfits(page, NARROWEST)).toEqual([]);
  }
});
