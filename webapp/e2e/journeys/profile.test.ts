import { newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';
import { enterPin, sheet } from '../screens/wallet';

/** The smallest PNG there is: one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('somebody finds their address, saves it, and has it verified for a fee, once', async ({
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
  await field(page, 'Find your address').fill('12 Allen Avenue, Ikeja');
  await page.getByRole('button', { name: /12 Allen Avenue, Ikeja, Lagos/ }).waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: /12 Allen Avenue, Ikeja, Lagos/ }).click();
  expect(await field(page, 'Address').inputValue()).toBe('12 Allen Avenue');
  expect(await field(page, 'State').inputValue()).toBe('Lagos');

  // What is wrong shows at its field; a country without states asks for none.
  await field(page, 'Postal code').fill('10');
  await press(page, 'Save address');
  await expect.poll(() => field(page, 'Postal code').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Country').selectOption('Monaco');
  await field(page, 'State').waitFor({ state: 'detached' });
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
  // The answer is lost on the way; the payment is not sent again.
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
  // It may not be changed meanwhile.
  await page.getByRole('button', { name: 'Edit Address' }).click();
  await field(page, 'Address').fill('13 Allen Avenue');
  await press(page, 'Save address');
  await page.getByText(/This address is being verified. It can be changed/).waitFor();
});

test('somebody changes their picture; what is no picture is refused before and after it is sent', async ({
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
  await image.waitFor();
  expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(512);
  await expectAccessible(page);
});
