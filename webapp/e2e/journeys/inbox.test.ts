import { expect } from 'vitest';
import { newFundedMember } from '../harness/person';
import { expectAccessible, test } from '../harness/test';
import { arrive, heading } from '../screens/entry';

test('a notice is counted, read, and leads to its page', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '500.00');
  await arrive(page, member);
  const bell = page.getByRole('link', { name: /^Notices, \d+ unread$/ });
  await bell.waitFor();
  await expectAccessible(page);
  await bell.click();
  await heading(page, 'Notices').waitFor();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  const notice = page.getByRole('link', { name: /Transaction received New .* NGN wallet/ }).first();
  await notice.waitFor();
  // A notice that is shown counts as read, here and on every device.
  await page.getByRole('banner').getByRole('link', { name: 'Notices', exact: true }).waitFor();
  await expectAccessible(page);
  expect((await member.api.must<{ unread: number }>('GET', '/notices/unread')).unread).toBe(0);
  await notice.click();
  await page.waitForURL('**/bank-transfer-success?reference=*');
  await page.goBack();
  await heading(page, 'Notices').waitFor();
  await page.reload();
  await page.getByText('Transaction received').first().waitFor();
  await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(0);
});
