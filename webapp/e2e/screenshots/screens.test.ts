import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser, newContext } from '../harness/browser';
import { demo, newPerson } from '../harness/person';
import { startServer } from '../harness/server';
import { expect, test } from '../harness/test';
import { arrive, field, press, register } from '../screens/entry';
import { chooseNewBank, enterAmount, openTransfer, sheet } from '../screens/wallet';

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url));

type Look = { name: string; width: number; height: number; theme: 'light' | 'dark'; dir: 'ltr' | 'rtl' };

const looks: Look[] = [
  { name: 'phone-light', width: 390, height: 844, theme: 'light', dir: 'ltr' },
  { name: 'phone-dark', width: 390, height: 844, theme: 'dark', dir: 'ltr' },
  { name: 'phone-rtl', width: 390, height: 844, theme: 'light', dir: 'rtl' },
  { name: 'desktop-light', width: 1280, height: 800, theme: 'light', dir: 'ltr' },
  { name: 'desktop-dark', width: 1280, height: 800, theme: 'dark', dir: 'ltr' },
];

async function pictures(browser: Browser, origin: string, look: Look): Promise<number> {
  const { width, height } = look;
  const { context } = await newContext(browser, origin, {
    viewport: { width, height },
    colorScheme: look.theme,
  });
  await context.addInitScript(({ theme, dir }) => {
    localStorage.setItem('theme', theme);
    localStorage.setItem('view-mode', dir);
  }, look);
  const page = await context.newPage();
  mkdirSync(`${folder}${look.name}`, { recursive: true });
  let number = 0;
  const shoot = async (name: string) => {
    await settled(page);
    number += 1;
    await page.screenshot({ path: `${folder}${look.name}/${String(number).padStart(2, '0')}-${name}.png` });
  };

  for (const [path, name] of [
    ['/splash', 'splash'],
    ['/login', 'login'],
    ['/forgot-password', 'forgot-password'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(name);
  }
  await page.goto('/login');
  await press(page, 'BVN');
  await shoot('login-bvn');
  await field(page, 'Bank verification number (BVN)').fill('22100000009');
  await press(page, 'Log in');
  await sheet(page).waitFor();
  await shoot('consent');
  await page.goto('/register');
  await field(page, 'Password').fill('Harmattan1');
  await press(page, 'Create account');
  await shoot('register-errors');
  await register(page, newPerson());
  await shoot('code');

  await arrive(page, demo);
  await shoot('dashboard');
  await press(page, 'Fund');
  await sheet(page).waitFor();
  await shoot('fund');
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'hidden' });
  await openTransfer(page);
  await shoot('transfer-type');
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'hidden' });
  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  await field(page, 'Amount (NGN)').fill('1500');
  await shoot('transfer-amount');
  await enterAmount(page, '1500', 'Rent');
  await sheet(page).getByText('Grand total').waitFor();
  await shoot('transfer-review');
  await press(page, 'Continue');
  await page.getByLabel('Transaction PIN, character 1 of 4').waitFor();
  await shoot('transfer-pin');

  const inside: [string, string][] = [
    ['/transaction', 'transactions'],
    ['/withdraw', 'withdrawals'],
    ['/bank-account', 'bank-accounts'],
    ['/bank-transfer', 'bank-transfer'],
    ['/bank-transfer-usd', 'bank-transfer-usd'],
    ['/profile', 'profile'],
    ['/otp-page', 'phone'],
    ['/questions', 'questions'],
    ['/verify', 'verify'],
    ['/verify/liveness', 'liveness'],
    ['/referral', 'referral'],
    ['/settings', 'settings'],
    ['/services?type=airtime', 'bills-airtime'],
    ['/services?type=data', 'bills-data'],
    ['/services?type=cable', 'bills-cable'],
    ['/services?type=power', 'bills-power'],
    ['/sandbox', 'sandbox'],
    ['/no-such-page', 'not-found'],
  ];
  for (const [path, name] of inside) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(name);
  }
  await page.goto('/transaction');
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
  await shoot('receipt');
  await context.close();
  return number;
}

/** Nothing is on its way any more, and nothing moves. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.fonts.status === 'loaded' &&
      document
        .getAnimations()
        .every(
          (animation) =>
            animation.playState !== 'running' ||
            animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ),
  );
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'hidden' });
}

test('a picture of every screen', async () => {
  rmSync(folder, { recursive: true, force: true });
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    for (const look of looks)
      console.log(`${look.name}: ${await pictures(browser, server.url, look)} pictures`);
  } finally {
    await browser.close();
    await server.stop();
    server.remove();
  }
  expect(folder).toContain('screenshots');
});
