import { newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, heading, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

test('alerts are switched on, and Telegram is linked and unlinked', async ({ page, context, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings');
  const row = (name: string) => page.getByRole('switch', { name });
  await row('Email alerts').waitFor();
  for (const name of ['Email alerts', 'SMS alerts', 'Telegram alerts', 'WhatsApp alerts', 'Auto save'])
    expect(await row(name).getAttribute('aria-checked')).toBe('false');
  await expectAccessible(page);

  await row('Email alerts').click();
  await expect.poll(() => row('Email alerts').getAttribute('aria-checked')).toBe('true');
  // The number of the sign-up was only typed.
  await row('SMS alerts').click();
  await page.getByText('Confirm your phone number to get them.').waitFor();
  await row('Auto save').click();
  await page.getByText('Instalments are paid from your wallet on the day they are due.').waitFor();

  await row('Telegram alerts').click();
  const link = sheet(page).getByRole('link', { name: 'Open Telegram' });
  await link.waitFor();
  await expectAccessible(page);
  const opened = context.waitForEvent('page');
  await link.click();
  const telegram = await opened;
  await heading(telegram, 'Sandbox Telegram').waitFor();
  await press(telegram, 'Start');
  await telegram.getByText('You get your notices here from now on.').waitFor();
  await expectAccessible(telegram);
  await page.bringToFront();
  await page.getByText('Telegram is linked').waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.reload();
  for (const name of ['Email alerts', 'SMS alerts', 'Telegram alerts', 'Auto save'])
    await expect.poll(() => row(name).getAttribute('aria-checked')).toBe('true');
  await press(page, 'Unlink Telegram');
  await page.getByText('Link your Telegram to get them.').waitFor();
  await expectAccessible(page);
});
