import { openRoutes, routes, thirds, visitAll } from '../harness/everywhere';
import { misfits, NARROWEST } from '../harness/large-text';
import { demo, newFundedMember } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, enterCode, field, heading, press } from '../screens/entry';
import { visitAllAsMember } from '../screens/every-page';

/** The pages that a test of this file has looked at. */
const visited: string[] = [];

const FITS = 'scrolls sideways and no word breaks when text is twice as big, on any phone, in any direction';

test(`no page of a visitor ${FITS}`, async ({ page, sandbox }) => {
  const found: string[] = [];
  const look = async () => void found.push(...(await misfits(page)));
  const pages = await visitAll(page, '', look, openRoutes);
  expect(pages).toEqual(expect.arrayContaining(['/login', '/register', '/forgot-password']));
  // A password is chosen by who has entered a code, and by nobody else.
  const earlier = (await sandbox.messages(demo.email)).find(({ code }) => code)?.code ?? undefined;
  await page.goto('/forgot-password');
  await field(page, 'Email').fill(demo.email);
  await press(page, 'Reset Password');
  await enterCode(page, await sandbox.code(demo.email, earlier));
  await heading(page, 'Choose a new password').waitFor();
  await look();
  expect(found).toEqual([]);
  visited.push(...pages, '/reset-password');
});

for (const [part, among] of Object.entries(thirds))
  test(`no page of a member ${FITS}, ${part}`, async ({ page, server }) => {
    const found: string[] = [];
    const look = async () => void found.push(...(await misfits(page)));
    const pages = await visitAllAsMember(page, server.url, look, among);
    expect(pages).not.toEqual([]);
    expect(found).toEqual([]);
    visited.push(...pages);
  });

test(`no view of the dashboard ${FITS}`, async ({ page }) => {
  const found: string[] = [];
  const look = async () => void found.push(...(await misfits(page)));
  await arrive(page, demo);
  for (const view of ['Savings', 'Loans', 'Invest', 'Home']) {
    await page.getByRole('tab', { name: view }).click();
    await page.getByRole('tabpanel', { name: view }).waitFor();
    await look();
  }
  expect(found).toEqual([]);
});

test('one of these visits every page', () => {
  expect(routes.filter((route) => !route.includes('$') && !visited.includes(route))).toEqual([]);
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
