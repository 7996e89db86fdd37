import { demo } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, heading, press } from '../screens/entry';
import { sheet } from '../screens/wallet';

test('unknown addresses say so, and lead on', async ({ page }) => {
  await arrive(page, demo);
  await page.goto('/trade/NOTHING');
  await page.getByText("NOTHING isn't traded at the moment").waitFor();
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
  await page.goto('/trade/USDT');
  await page.getByText("USDT isn't traded at the moment").waitFor();

  await page.goto('/settings?operation=reset-pin&currency=XYZ');
  await sheet(page).waitFor();
  await expect.poll(() => sheet(page).getByRole('heading').first().textContent()).not.toContain('XYZ');
  await press(page, 'Close');

  // Members keep the menu.
  await page.goto('/no-such-page');
  await heading(page, "We can't find that page").waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).waitFor();
  await expectAccessible(page);
  await press(page, 'Back to home');
  await page.getByTestId('balance').waitFor();
});

test('with unread messages, the menu of a wide screen is accessible', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await arrive(page, demo);
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Chat 2 unread' }).waitFor();
  await expectAccessible(page);
});
