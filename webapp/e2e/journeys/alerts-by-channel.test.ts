import type { VirtualAccount } from '../harness/api';
import { newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, enterCode, field, heading, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

test('alerts are switched on, and Telegram is linked and unlinked', async ({ page, context, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/notifications');
  const row = (name: string) => page.getByRole('switch', { name });
  await row('Email alerts').waitFor();
  for (const name of ['Email alerts', 'SMS alerts', 'Telegram alerts', 'WhatsApp alerts'])
    expect(await row(name).getAttribute('aria-checked')).toBe('false');
  await expectAccessible(page);

  await row('Email alerts').click();
  await expect.poll(() => row('Email alerts').getAttribute('aria-checked')).toBe('true');
  // The number given at sign-up is not confirmed yet.
  await row('SMS alerts').click();
  await page.getByText('Confirm your phone number to get them.').waitFor();

  await row('Telegram alerts').click();
  const link = sheet(page).getByRole('link', { name: 'Open Telegram' });
  await link.waitFor();
  await expectAccessible(page);
  const opened = context.waitForEvent('page');
  await link.click();
  const telegram = await opened;
  await heading(telegram, 'Sandbox Telegram').waitFor();
  await press(telegram, 'Start');
  await telegram.getByText('You receive notices here from now on.').waitFor();
  await expectAccessible(telegram);
  await page.bringToFront();
  await page.getByText('Telegram is linked').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.reload();
  for (const name of ['Email alerts', 'SMS alerts', 'Telegram alerts'])
    await expect.poll(() => row(name).getAttribute('aria-checked')).toBe('true');
  await press(page, 'Unlink Telegram');
  await page.getByText('Link your Telegram to get them.').waitFor();
  await expectAccessible(page);

  await page.goto('/settings/saving');
  expect(await row('Auto save').getAttribute('aria-checked')).toBe('false');
  await expectAccessible(page);
  await row('Auto save').click();
  await page.getByText('Instalments are paid from your wallet on the day they are due.').waitFor();
  await page.reload();
  await expect.poll(() => row('Auto save').getAttribute('aria-checked')).toBe('true');
  // Switching it off deletes the setting.
  await row('Auto save').click();
  await page.getByText('You pay each instalment yourself.').waitFor();
  await page.reload();
  await expect.poll(() => row('Auto save').getAttribute('aria-checked')).toBe('false');
  const kept = await member.api.must<{ name: string }[]>('GET', '/account/settings');
  expect(kept.map(({ name }) => name)).not.toContain('auto_save');
});

test('a phone is added in the settings, and an alert comes by email, text message and WhatsApp', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  const account = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await arrive(page, member);
  await page.goto('/settings/security');
  await press(page, 'Confirm phone');
  await field(page, 'Phone').fill(member.phone);
  await press(page, 'Send code');
  await page.getByLabel('Code, character 1 of 6').waitFor();
  await expectAccessible(page);
  await enterCode(page, await sandbox.code(member.phone));
  await page.getByText('Phone successfully updated').waitFor();
  await page.getByRole('button', { name: 'Confirm phone', exact: true }).waitFor({ state: 'detached' });
  await page.goto('/settings/notifications');
  for (const name of ['Email alerts', 'SMS alerts', 'WhatsApp alerts']) {
    const row = page.getByRole('switch', { name });
    await row.click();
    await expect.poll(() => row.getAttribute('aria-checked')).toBe('true');
  }
  expect(await page.getByText('Confirm your phone number to get them.').count()).toBe(0);

  await sandbox.credit(account.account_number, '2500.50');
  const alerts = async () => {
    const all = [...(await sandbox.messages(member.email)), ...(await sandbox.messages(member.phone))];
    const matching = all.filter(({ text }) => text.includes('Money has arrived in your NGN wallet.'));
    return matching.map(({ channel }) => channel).toSorted();
  };
  await expect.poll(alerts, { timeout: 10_000 }).toEqual(['email', 'sms', 'whatsapp']);
  await page.goto('/sandbox');
  await field(page, 'Receiver').fill(member.phone);
  const message = page.getByRole('listitem').filter({ hasText: 'whatsapp to' });
  await message.getByText('Transaction received. Money has arrived in your NGN wallet.').waitFor();
});

test('auto save that was switched off on another device is switched off here without an error', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  const { api } = member;
  const { id } = await api.must<{ id: string }>('POST', '/account/settings', {
    name: 'auto_save',
    value: 'true',
  });
  await arrive(page, member);
  // Read only once, when the page opens, whatever is switched there.
  const read: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'GET' && new URL(request.url()).pathname === '/api/settings')
      read.push(request.url());
  });
  const settings = page.waitForResponse(
    (response) => response.url().endsWith('/api/settings') && response.request().method() === 'GET',
  );
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Settings' }).click();
  expect((await (await settings).json()).data.base_currency).toBe('NGN');
  const pageOf = (name: string) => page.getByRole('main').getByRole('link', { name });
  await pageOf('Saving and direct debit').click();
  const row = page.getByRole('switch', { name: 'Auto save' });
  await expect.poll(() => row.getAttribute('aria-checked')).toBe('true');
  await api.must('DELETE', `/account/settings/${id}`);
  await row.click();
  await expect.poll(() => row.getAttribute('aria-checked')).toBe('false');
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await pageOf('Notifications').click();
  await page.getByRole('switch', { name: 'Email alerts' }).click();
  await expect
    .poll(() => page.getByRole('switch', { name: 'Email alerts' }).getAttribute('aria-checked'))
    .toBe('true');
  expect(read).toHaveLength(1);
});
