import { newFundedMember, newMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, enterCode, field, heading, press } from '../screens/entry';
import { enterPin, sheet, sheetGone } from '../screens/wallet';

/** The smallest PNG there is: one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a user finds their address, saves it, and has it verified for a fee, once', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allow(/ERR_FAILED .*\/api\/verify\/address/);
  const member = await newFundedMember(server.url, '2000.00');
  await arrive(page, member);
  await page.goto('/profile?session=address&edit=true');
  await heading(page, 'Profile').waitFor();
  // The requested form is at the top of the screen.
  await expect.poll(async () => (await heading(page, 'Address').boundingBox())?.y ?? 0).toBeLessThan(200);
  expect((await heading(page, 'Address').boundingBox())?.y).toBeGreaterThan(0);
  await field(page, 'Find your address').fill('12 Allen Avenue, Ikeja');
  await page.getByRole('button', { name: /12 Allen Avenue, Ikeja, Lagos/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /12 Allen Avenue, Ikeja, Lagos/ }).click();
  expect(await field(page, 'Address').inputValue()).toBe('12 Allen Avenue');
  expect(await field(page, 'State').inputValue()).toBe('Lagos');
  // The local governments depend on the state.
  const lga = page.locator('select').and(field(page, 'Local government (optional)'));
  await expect.poll(() => lga.inputValue()).toBe('Ikeja');
  await lga.selectOption('Eti-Osa');
  await field(page, 'State').selectOption('Oyo');
  await expect.poll(() => lga.locator('option').allTextContents()).toContain('Egbeda');
  expect(await lga.inputValue()).toBe('');
  await expectAccessible(page);

  // Errors are shown at their field; a country without states asks for none.
  await field(page, 'Postal code').fill('10');
  await press(page, 'Save address');
  await expect.poll(() => field(page, 'Postal code').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Country').selectOption('Monaco');
  await field(page, 'State').waitFor({ state: 'detached' });
  await page.locator('input').and(field(page, 'Local government (optional)')).waitFor();
  await field(page, 'Country').selectOption('Nigeria');
  await field(page, 'State').selectOption('Lagos');
  await field(page, 'Postal code').fill('100271');
  await press(page, 'Save address');
  await page.getByText('Your address is saved.').waitFor();
  await page.getByText('12 Allen Avenue').waitFor();

  await press(page, 'Verify Address');
  await sheet(page).getByRole('button', { name: 'Proceed' }).click();
  await sheet(page).getByText('₦1,400.00').first().waitFor();
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Confirm' }).click();
  // The response is lost; the payment is not sent again.
  let lost = 0;
  await context.route('**/api/verify/address', async (route) => {
    lost += 1;
    await route.fetch();
    await route.abort();
  });
  await enterPin(page, member.pin);
  await page.getByText('Your address is being verified.').waitFor({ timeout: 15_000 });
  await page.getByText('This address is being verified').waitFor();
  expect(lost).toBe(1);
  expect((await member.api.wallet()).balance).toBe('600.00');
  const history = await member.api.must<{ data: { category: string }[] }>('GET', '/transaction/me');
  expect(history.data.filter(({ category }) => category === 'address-verification')).toHaveLength(1);
  // It cannot be changed meanwhile.
  await page.getByRole('button', { name: 'Edit Address' }).click();
  await field(page, 'Address').fill('13 Allen Avenue');
  await press(page, 'Save address');
  await page.getByText(/This address is being verified. It can be changed/).waitFor();
});

test('a user changes their picture; other files are refused by the app and the server', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/profile');
  const picture = page.getByLabel('Change your picture');
  await picture.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
  await page.getByText(/not supported|cannot be used|This kind of file/i).waitFor();
  await picture.setInputFiles({
    name: 'me.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  });
  await page.getByText(/This is not a picture that we can read/).waitFor();
  await picture.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PIXEL });
  const image = page.locator('main img[src^="/media/avatars/"]');
  // Its place is reserved before it loads.
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(512);
  await expectAccessible(page);
});

test('a location is shared on request, and can be removed', async ({ page, context, server }) => {
  const member = await newMember(server.url);
  await context.setGeolocation({ latitude: 6.5243793, longitude: 3.3792057 });
  await arrive(page, member);
  await page.goto('/profile');
  await heading(page, 'Location').waitFor();
  await expectAccessible(page);
  await context.grantPermissions(['geolocation'], { origin: server.url });
  await press(page, 'Share my location');
  await page.getByText('Your location is saved.').waitFor();
  await page.getByText('Lagos, Nigeria').waitFor();
  await expectAccessible(page);
  const saved = () =>
    member.api.must<{ latitude: string | null; longitude: string | null }>('GET', '/profile');
  expect(await saved()).toMatchObject({ latitude: '6.524379', longitude: '3.379206' });
  await press(page, 'Remove my location');
  await page.getByText('Your location is removed.').waitFor();
  expect(await saved()).toMatchObject({ latitude: null, longitude: null });

  // A user who declines sees how to change that.
  await context.clearPermissions();
  await press(page, 'Share my location');
  await page.getByText('Your browser does not allow it.').waitFor();
  await expectAccessible(page);
});

test('an agent opens an account for a customer; users without the permission are not offered it', async ({
  page,
  server,
  sandbox,
}) => {
  const agent = await newMember(server.url);
  await arrive(page, agent);
  await page.goto('/settings/security');
  await press(page, 'Transaction PIN');
  await press(page, 'Close');
  await sheetGone(page);
  await page.goto('/settings/profile');
  await page.getByRole('link', { name: 'Verification', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Open an account' }).count()).toBe(0);

  server.run('tenant', 'role', 'ajo', 'agent', '--permission', 'users.create');
  server.run('user', 'give-role', agent.email, 'agent', '--by', 'the journey');
  await page.reload();
  await press(page, 'Open an account');
  const form = sheet(page);
  await form.getByLabel('First name', { exact: true }).fill('Kemi');
  await form.getByLabel('Last name', { exact: true }).fill('Ogun');
  await form.getByLabel('Gender', { exact: true }).selectOption('female');
  await form.getByLabel('Date of birth', { exact: true }).fill('11-11-1980');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Continue' }).click();
  const customer = newPerson('Kemi', 'Ogun');
  await form.getByLabel('Email', { exact: true }).fill(customer.email);
  await form.getByRole('button', { name: 'Continue' }).click();
  await form.getByLabel('Phone', { exact: true }).fill(customer.phone);
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Send code' }).click();
  await form.getByText(customer.email).waitFor();
  await enterCode(page, await sandbox.code(customer.email));
  await page.getByText("Kemi Ogun's account is open.").waitFor();
});

test('a profile changed on another device is edited in its current state', async ({
  page,
  server,
  watch,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  const change = { first_name: 'Aminat', last_name: 'Bello', gender: 'female', dob: '14-03-1994' };
  await member.api.must('POST', '/profile', change);
  await page.getByRole('link', { name: 'Your profile' }).click();
  await page.getByText('Aminat', { exact: true }).waitFor();
  await expectAccessible(page);
  await member.api.must('POST', '/profile', { ...change, last_name: 'Bello-Musa' });
  await page.goto('/profile?session=about&edit=true');
  await expect.poll(() => field(page, 'Last name').inputValue()).toBe('Bello-Musa');

  // Without a response, the profile from the sign-in is shown.
  watch.allow(/ERR_FAILED .*\/api\/profile/);
  await page.route('**/api/profile', (route) => route.abort());
  await page.goto('/profile');
  await page.getByText('Bello-Musa', { exact: true }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
