import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright-core';
import { Api, type Session } from '../harness/api';
import { launchBrowser, newContext } from '../harness/browser';
import { routes } from '../harness/everywhere';
import { confirmPhone, demo, type Member, newFundedMember, newMember, newPerson } from '../harness/person';
import { Sandbox } from '../harness/sandbox';
import { startServer } from '../harness/server';
import { settled } from '../harness/settled';
import { expect, test } from '../harness/test';
import { arrive, enterCode, field, fillNameAndEmail, heading, press, register } from '../screens/entry';
import { amountOf, openSavings, payFromWallet, requestLoan } from '../screens/plans';
import { acceptPrice, chooseNewBank, enterAmount, openTransfer, sheet } from '../screens/wallet';

const folder = fileURLToPath(new URL('../../screenshots/', import.meta.url));

type Look = {
  name: string;
  width: number;
  height: number;
  theme: 'light' | 'dark';
  dir: 'ltr' | 'rtl';
  /** The root font size; 16 by default. */
  rootPx?: number;
};

const looks: Look[] = [
  { name: 'phone-light', width: 390, height: 844, theme: 'light', dir: 'ltr' },
  { name: 'phone-dark', width: 390, height: 844, theme: 'dark', dir: 'ltr' },
  { name: 'phone-rtl', width: 390, height: 844, theme: 'light', dir: 'rtl' },
  { name: 'phone-320', width: 320, height: 640, theme: 'light', dir: 'ltr' },
  { name: 'phone-large-text', width: 390, height: 844, theme: 'light', dir: 'ltr', rootPx: 32 },
  { name: 'desktop-light', width: 1280, height: 800, theme: 'light', dir: 'ltr' },
  { name: 'desktop-dark', width: 1280, height: 800, theme: 'dark', dir: 'ltr' },
  { name: 'desktop-rtl', width: 1280, height: 800, theme: 'light', dir: 'rtl' },
];

/** The names of the looks to take; all by default. */
const only = process.env.SCREENSHOTS_LOOKS?.split(' ');

/** Addresses without a page of their own, with the reason. */
const NOT_PICTURED: Record<string, string> = {
  '/': 'Shows the logo briefly, and continues to the welcome page.',
  '/code/$referrer': 'Shows the logo briefly, and stores the code.',
  '/vas/$type': 'Redirects to the bills.',
};

/** References of demo payments for the result pages. */
interface Paid {
  funded: string;
  withdrawn: string;
  sent: string;
  saved: string;
  invested: string;
  /** A pending card payment, and the sandbox's provider pages, each with a decision to make. */
  card: string;
  checkout: string;
  liveness: string;
  mandate: string;
}

/** Pays for savings and a coin set, and finds the other demo payments. */
async function payments(origin: string): Promise<Paid> {
  const api = new Api(origin);
  const { email, password, pin } = demo;
  api.token = (await api.must<Session>('POST', '/auth/login', { email, password })).access_token;
  const calls = { quote: '/quotes/plan', pay: '/plans/subscribe', action: 'savings_start' };
  const terms = { name: 'School fees', amount: '5000', funding_source: 'wallet', confirm: true };
  const planOf = async (type: string, wanted: string) => {
    const known = await api.must<{ id: string; name: string; version?: string }[]>(
      'GET',
      `/plans?type=${type}`,
    );
    const plan = known.find(({ name }) => name === wanted);
    return { plan_id: plan?.id, plan_version: plan?.version, type };
  };
  const savings = { ...terms, ...(await planOf('savings', 'Target Savings')) };
  await payFromWallet({ api, pin }, calls, savings);
  const coins = { ...terms, name: 'Rainy days', ...(await planOf('coins', 'Mixed Set')) };
  await payFromWallet({ api, pin }, { ...calls, action: 'coins_start' }, coins);
  const { data } = await api.transactions();
  const referenceOf = (category: string) => data.find((one) => one.category === category)?.reference ?? '';
  const startedOf = async (type: string) => {
    const plans = await api.must<{ data: { reference: string }[] }>('GET', `/subscriptions?type=${type}`);
    return plans.data[0]?.reference ?? '';
  };
  const card = await api.must<{ tx_ref: string; checkout_url: string }>('POST', '/payment/card', {
    purpose: 'fund',
    currency: 'NGN',
    amount: '5000',
  });
  const check = await api.must<{ url: string }>('POST', '/liveness');
  const mandate = await api.must<{ redirect_url: string }>('POST', '/activate-mandate');
  return {
    card: card.tx_ref,
    checkout: new URL(card.checkout_url, origin).pathname,
    liveness: new URL(check.url, origin).pathname,
    mandate: new URL(mandate.redirect_url, origin).pathname,
    funded: referenceOf('funding'),
    withdrawn: referenceOf('withdraw'),
    sent: referenceOf('wallet-transfer'),
    saved: await startedOf('savings'),
    invested: await startedOf('coins'),
  };
}

/** A member with a requested loan, and its reference. */
type Borrower = Member & { loan: string };

/** Proves identity and phone, and requests a loan that awaits a decision. */
async function borrow(origin: string): Promise<Borrower> {
  const sandbox = new Sandbox(origin);
  const member = await newFundedMember(origin, '20000.00', newPerson('Nnamdi', 'Igwe'));
  const { api } = member;
  const [bvn, registered] = ['22100000014', '08030000014'];
  const profile = { first_name: 'Nnamdi', last_name: 'Igwe', gender: 'male', dob: '14-02-1983' };
  await api.must('POST', '/profile', profile);
  await api.must('POST', '/verify/bvn', { bvn });
  await api.must('POST', '/verify/bvn', { bvn, code: await sandbox.code(registered) });
  await confirmPhone(member, sandbox);
  return { ...member, loan: await requestLoan(member) };
}

/** The pictures of a look: their names, and their addresses. */
interface Taken {
  names: string[];
  paths: Set<string>;
}

/** Takes the pictures of a look. */
async function pictures(
  browser: Browser,
  origin: string,
  look: Look,
  { paid, borrower }: { paid: Paid; borrower: Borrower },
): Promise<Taken> {
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
  const names: string[] = [];
  const paths = new Set<string>();
  const shoot = async (name: string) => {
    await page.evaluate((px) => {
      document.documentElement.style.fontSize = px ? `${px}px` : '';
    }, look.rootPx);
    await settled(page);
    names.push(name);
    paths.add(new URL(page.url()).pathname);
    // A sheet keeps the page behind it from scrolling; a page is captured to its end, with the footer.
    const whole = (await sheet(page).count()) === 0;
    const needed = whole ? await page.evaluate(() => document.documentElement.scrollHeight) : height;
    if (needed > height) {
      await page.setViewportSize({ width, height: needed });
      await settled(page);
    }
    await page.screenshot({ path: `${folder}${look.name}/${name}.png` });
    if (needed > height) await page.setViewportSize({ width, height });
  };

  for (const [path, name] of [
    ['/splash', 'splash'],
    ['/login', 'login'],
    ['/forgot-password', 'forgot-password'],
    ['/verified', 'verified'],
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
  await press(page, 'Continue');
  await shoot('register-errors');
  await fillNameAndEmail(page, newPerson());
  await field(page, 'Password').fill('Harmattan1');
  await press(page, 'Create account');
  await shoot('register-phone-errors');
  await register(page, newPerson());
  await shoot('code');
  const sandbox = new Sandbox(origin);
  const forgetful = await newMember(origin);
  const earlier = await sandbox.code(forgetful.email);
  await page.goto('/forgot-password');
  await field(page, 'Email').fill(forgetful.email);
  await press(page, 'Reset Password');
  await heading(page, 'Enter the code').waitFor();
  await enterCode(page, await sandbox.code(forgetful.email, earlier));
  await heading(page, 'Choose a new password').waitFor();
  await shoot('reset-password');

  await arrive(page, demo);
  await shoot('dashboard');
  await press(page, 'Hide balances');
  await shoot('dashboard-hidden');
  await press(page, 'Show balances');
  await page.getByRole('region', { name: 'Recent transactions' }).getByRole('button').first().click();
  await sheet(page).waitFor();
  await shoot('dashboard-receipt');
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'hidden' });
  if (look.width < 768) {
    await press(page, 'Menu');
    await sheet(page).waitFor();
    await shoot('menu');
    await press(page, 'Close');
    await sheet(page).waitFor({ state: 'hidden' });
  }
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
  await acceptPrice(page);
  await page.getByLabel('Transaction PIN, character 1 of 4').waitFor();
  await shoot('transfer-pin');

  for (const [view, name] of [
    ['Savings', 'dashboard-savings'],
    ['Loans', 'dashboard-loans'],
    ['Invest', 'dashboard-invest'],
    ['Home', 'dashboard-home'],
  ] as const) {
    await page.goto('/dashboard');
    await page.getByRole('tab', { name: view }).click();
    await page.getByText('Total in all wallets').waitFor();
    if (view !== 'Home') await shoot(name);
  }
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
    ['/settings/profile', 'settings-profile'],
    ['/settings/banks', 'settings-banks'],
    ['/settings/security', 'settings-security'],
    ['/settings/notifications', 'settings-notifications'],
    ['/settings/saving', 'settings-saving'],
    ['/settings/trading', 'settings-trading'],
    ['/settings/appearance', 'settings-appearance'],
    ['/settings/help', 'settings-help'],
    ['/notices', 'notices'],
    ['/circle?id=none', 'circle-not-found'],
    ['/statement/0000000000000000', 'statement-not-found'],
    ['/select-app', 'home-screen'],
    ['/security-questions', 'security-questions'],
    ['/chat', 'chat'],
    ['/saves', 'saves'],
    ['/saves?goal=school_fees', 'savings-goal'],
    ['/saves?all=yes', 'savings-plans'],
    ['/my-savings', 'my-savings'],
    ['/success?done=balanced', 'success'],
    ['/loans', 'loans'],
    ['/my-loans', 'my-loans'],
    ['/plans', 'plans'],
    ['/my-plans', 'my-plans'],
    ['/wallet', 'coins'],
    ['/wallet?coin=BTC', 'coin'],
    ['/trade/BTC', 'trade'],
    ['/account', 'account'],
    ['/strategy', 'strategy'],
    ['/clusters', 'clusters'],
    ['/services?type=airtime', 'bills-airtime'],
    ['/services?type=data', 'bills-data'],
    ['/services?type=cable', 'bills-cable'],
    ['/services?type=power', 'bills-power'],
    ['/loan-questions', 'loan-questions'],
    [`/card?tx_ref=${paid.card}`, 'card'],
    [`/bank-transfer-success?reference=${paid.funded}`, 'funded'],
    [`/bank-withdraw-success?reference=${paid.withdrawn}`, 'withdrawn'],
    [`/send-sell-success?reference=${paid.sent}`, 'sent'],
    [`/order-placed?reference=${paid.sent}`, 'order-placed'],
    [`/save-subscribe-success?reference=${paid.saved}`, 'savings-started'],
    [`/subscribe-success?reference=${paid.invested}`, 'coin-set-started'],
    ['/sandbox', 'sandbox'],
    ['/sandbox/rules', 'sandbox-rules'],
    [paid.liveness, 'sandbox-liveness'],
    [paid.checkout, 'sandbox-card'],
    [paid.mandate, 'sandbox-mandate'],
    ['/sandbox/telegram', 'sandbox-telegram'],
    ['/sandbox/google', 'sandbox-google'],
    ['/no-such-page', 'not-found'],
  ];
  for (const [path, name] of inside) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await shoot(name);
  }
  await page.goto('/saves?all=yes');
  await page.getByRole('button', { name: 'Start saving: Target Savings' }).click();
  await field(page, 'What are you saving for?').fill('School fees');
  await amountOf(page).fill('5000');
  await shoot('savings-form');
  await sheet(page).getByRole('radio', { name: 'Wallet' }).check();
  await page.getByRole('checkbox', { name: /I confirm the plan/ }).check();
  await press(page, 'Proceed');
  await heading(page, 'Review').waitFor();
  await shoot('savings-schedule');
  await page.goto('/loans');
  await page.getByRole('button', { name: 'Take loan: Quick Loan' }).click();
  await sheet(page).waitFor();
  await shoot('loan-terms');
  await page.goto('/wallet?coin=BTC');
  await press(page, 'Receive Bitcoin');
  await sheet(page).getByRole('img', { name: 'The address as a QR code' }).waitFor();
  await shoot('coin-receive');
  for (const [path, button, name] of [
    ['/settings/security', 'Transaction PIN (NGN)', 'pin'],
    ['/settings/help', 'Export my data', 'export'],
    ['/settings/security', 'Change password', 'password'],
    ['/settings/security', 'Change email', 'email'],
    ['/settings/help', 'Close account', 'closing'],
    ['/settings/trading', 'Connect Binance', 'exchange-key'],
    ['/strategy', 'Add strategy', 'strategy-form'],
    ['/my-savings', 'Join a plan', 'join-plan'],
    ['/bank-account', 'Add bank account', 'bank-account-form'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('button', { name: button }).first().click();
    await sheet(page).waitFor();
    await shoot(name);
  }
  // Buttons are for those who have some; an address opens the sheet for anybody.
  for (const action of ['sell', 'send']) {
    await page.goto(`/wallet?coin=BTC&action=${action}`);
    await sheet(page).waitFor();
    await shoot(`coin-${action}`);
  }
  await openSavings(page);
  await page.getByRole('button', { name: 'Terminate' }).waitFor();
  await shoot('savings-details');
  await page.getByRole('button', { name: 'Terminate' }).click();
  await sheet(page).waitFor();
  await shoot('savings-terminate');
  for (const [way, name] of [
    ['Card', 'fund-card'],
    ['USSD', 'fund-ussd'],
    ['Wallet deposit', 'fund-wallet'],
  ] as const) {
    await page.goto('/dashboard');
    await press(page, 'Fund');
    const chosen = sheet(page).getByRole('button', { name: way });
    await chosen.click();
    await chosen.waitFor({ state: 'hidden' });
    await shoot(name);
  }
  await page.goto('/clusters');
  await page
    .getByRole('main')
    .getByRole('link', { name: /Ikeja Traders/ })
    .click();
  await page.getByText('Bring a friend if you like.').waitFor();
  await shoot('cluster-room');
  await page.goto('/clusters');
  await press(page, 'Join a cluster');
  await press(page, 'Find a cluster in my state');
  await shoot('cluster-states');
  await page.goto('/transaction');
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').click();
  await shoot('receipt');

  await context.clearCookies();
  await arrive(page, borrower);
  for (const [path, name] of [
    [`/loan-subscribe-success?reference=${borrower.loan}`, 'loan-requested'],
    ['/my-loans', 'my-loans-waiting'],
  ] as const) {
    await page.goto(path);
    await page.getByText('New shop').first().waitFor();
    await shoot(name);
  }

  const newcomer = await newMember(origin, newPerson(), undefined, { pin: false });
  await context.clearCookies();
  await arrive(page, newcomer);
  await page.getByRole('heading', { name: 'Get started' }).waitFor();
  await shoot('dashboard-new');
  await context.close();
  return { names, paths };
}

/** All pictures on one page: a row per screen, a column per look. */
function contactSheet(taken: Map<string, string[]>): string {
  const names = [...new Set([...taken.values()].flat())];
  const cell = (look: string, name: string) =>
    taken.get(look)?.includes(name)
      ? `<td><a href="${look}/${name}.png"><img loading="lazy" src="${look}/${name}.png" alt="${name}, ${look}"></a></td>`
      : '<td></td>';
  const row = (name: string) =>
    `<tr><th scope="row">${name}</th>${[...taken.keys()].map((look) => cell(look, name)).join('')}</tr>`;
  const head = [...taken.keys()].map((look) => `<th scope="col">${look}</th>`).join('');
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>body{font:14px system-ui;margin:1rem}th{position:sticky;inset-block-start:0;background:#fff;text-align:start}
img{height:420px;border:1px solid #ccc}td,th{padding:.25rem;vertical-align:top}</style>
<table><thead><tr><th></th>${head}</tr></thead><tbody>${names.map(row).join('\n')}</tbody></table></html>`;
}

test('a picture of every screen', async () => {
  rmSync(folder, { recursive: true, force: true });
  const server = await startServer();
  const browser = await launchBrowser();
  try {
    const taken = new Map<string, string[]>();
    const paid = await payments(server.url);
    const borrower = await borrow(server.url);
    for (const look of looks.filter(({ name }) => !only || only.includes(name))) {
      const { names, paths } = await pictures(browser, server.url, look, { paid, borrower });
      taken.set(look.name, names);
      console.log(`${look.name}: ${names.length} pictures`);
      writeFileSync(`${folder}index.html`, contactSheet(taken));
      const shows = (route: string) => new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`);
      const missing = routes.filter((route) => ![...paths].some((path) => shows(route).test(path)));
      expect(missing, look.name).toEqual(Object.keys(NOT_PICTURED));
      const files = names.filter((name) => statSync(`${folder}${look.name}/${name}.png`).size > 0);
      expect(new Set(files).size, look.name).toBe(names.length);
    }
    expect(taken.size).toBe(only?.length ?? looks.length);
  } finally {
    await browser.close();
    await server.stop();
    server.remove();
  }
});
