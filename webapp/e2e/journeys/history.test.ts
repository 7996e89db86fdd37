import { newFundedMember } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

test('the rows of the previous page cannot be opened while the next one loads, and a receipt outlasts its row', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  const other = await newFundedMember(server.url, '5000.00');
  const number = (await other.api.wallet()).identity;
  const references: string[] = [];
  for (let paid = 1; paid <= 10; paid += 1) {
    const { body } = await member.api.transfer(number, `${paid}.00`, member.pin);
    references.push(body.data.reference);
  }
  await arrive(page, member);
  // The second page loads when it is released.
  let release = () => {};
  const wait = new Promise<void>((done) => {
    release = done;
  });
  await page.route(/\/api\/transaction\/me\?.*page=2/, async (route) => {
    await wait;
    await route.continue();
  });
  await page.goto('/transaction');
  const list = page.locator('main ul');
  const rows = list.getByRole('button');
  await expect.poll(() => rows.count()).toBe(10);
  const first = await rows.first().boundingBox();
  if (!first) throw new Error('the row is not on the page');
  await press(page, 'Next');
  await page.getByText('2 of 2', { exact: true }).waitFor();
  expect(await list.getAttribute('aria-busy')).toBe('true');
  // Visible, but out of reach of taps and screen readers.
  expect(await rows.count()).toBe(10);
  expect(await list.getAttribute('inert')).toBe('');
  await page.mouse.click(first.x + first.width / 2, first.y + first.height / 2);
  release();
  await expect.poll(() => rows.count()).toBe(1);
  expect(await list.getAttribute('aria-busy')).toBe('false');
  expect(await page.getByRole('dialog').count()).toBe(0);

  // The last row of the first page moves to the second while its receipt is open.
  await press(page, 'Prev');
  await expect.poll(() => rows.count()).toBe(10);
  await rows.last().click();
  const reference = sheet(page).getByText(references[0] ?? '', { exact: true });
  await reference.waitFor();
  await other.api.transfer((await member.api.wallet()).identity, '77.00', other.pin);
  await expect.poll(() => list.locator('button').first().textContent()).toContain('77.00');
  expect(await list.locator('button').count()).toBe(10);
  expect(await list.locator('button').last().textContent()).not.toContain('1.00');
  expect(await reference.isVisible()).toBe(true);
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
});
