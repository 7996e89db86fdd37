import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import type { VirtualAccount } from '../harness/api';
import { accessibilityProblems, newContext } from '../harness/browser';
import { newFundedMember, newMember, newPerson, saveAccounts } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import {
  acceptPrice,
  chooseNewBank,
  chooseWallet,
  enterAmount,
  enterPin,
  openTransfer,
  paidReference,
  setFirstPin,
  sheet,
} from '../screens/wallet';

/** Whether an element is visible without scrolling. */
const isInView = (element: Locator) =>
  element.evaluate((node) => {
    const { top, bottom, left, width } = node.getBoundingClientRect();
    const over = document.elementFromPoint(left + width / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (node.contains(over) || (over?.contains(node) ?? false));
  });

test('without a PIN the sheet sets it first, and the transfer continues', async ({
  page,
  server,
  sandbox,
}) => {
  const payer = await newMember(server.url, newPerson(), undefined, { pin: false });
  const payee = await newMember(server.url);
  const { account_number } = await payer.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await sandbox.credit(account_number, '5000.00');
  await arrive(page, payer);
  await openTransfer(page);
  await sheet(page).getByText('Set your NGN transaction PIN first. Your payment then continues.').waitFor();
  await expectAccessible(page);
  expect(await sheet(page).getByRole('button', { name: 'Bank Account' }).count()).toBe(0);
  await setFirstPin(page, payer.pin);
  await field(page, 'Your password').fill(payer.password);
  await press(page, 'Save PIN');
  await sheet(page)
    .getByRole('button', { name: / Account$/ })
    .filter({ hasNotText: 'Bank' })
    .click();
  await field(page, 'Wallet number').fill((await payee.api.wallet()).identity);
  await press(page, 'Continue');
  await enterAmount(page, '70');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  await paidReference(page);
  expect((await payee.api.wallet()).ledger_balance).toBe('70.00');
});

test('the line below an amount shows its price, or why it cannot be paid, at every keystroke', async ({
  page,
  server,
}) => {
  await arrive(page, await newFundedMember(server.url, '250000.00'));
  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  const amount = field(page, 'Amount (NGN)');
  const line = page.locator(`[id="${await amount.getAttribute('aria-describedby')}"]`);
  await amount.focus();
  let shown = '';
  for (const [key, text, price] of [
    ['3', '3', /^you cannot withdraw below N200$/],
    ['0', '30', /^you cannot withdraw below N200$/],
    ['0', '300', /^Fee ₦20\.00 · Total ₦320\.00$/],
    ['0', '3,000', /^Fee ₦20\.00 · Total ₦3,020\.00$/],
    ['0', '30,000', /^Fee ₦20\.00 · Total ₦30,020\.00$/],
    ['0', '300,000', /^you cannot withdraw above /],
    ['Backspace', '30,000', /^Fee ₦20\.00 · Total ₦30,020\.00$/],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => amount.inputValue()).toBe(text);
    await expect.poll(async () => (shown = (await line.textContent()) ?? '')).toMatch(price);
    expect(/Total/.test(shown) && /cannot/.test(shown)).toBe(false);
  }
  // The caret stays behind the typed text; deleting a separator deletes the digit before it.
  await amount.evaluate((input: HTMLInputElement) => input.setSelectionRange(1, 1));
  await page.keyboard.type('5');
  expect(await amount.inputValue()).toBe('350,000');
  expect(await amount.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);
  await amount.evaluate((input: HTMLInputElement) => input.setSelectionRange(4, 4));
  await page.keyboard.press('Backspace');
  expect(await amount.inputValue()).toBe('35,000');
  // A typed comma separates thousands, and awaits its three digits.
  await amount.fill('');
  const figures: string[] = [];
  for (const key of '1,000') {
    await amount.press(key);
    figures.push(await amount.inputValue());
  }
  expect(figures).toEqual(['1', '1,', '1,0', '1,00', '1,000']);
  // A pasted amount with the currency's sign is accepted; an ambiguous one is not.
  await amount.fill('₦1,000.50');
  await expect.poll(() => amount.inputValue()).toBe('1,000.50');
  await expect.poll(() => line.textContent()).toBe('Fee ₦20.00 · Total ₦1,020.50');
  await amount.fill('1000,50');
  await expect.poll(() => line.textContent()).toBe('A comma separates thousands. Did you mean 1,000.50?');
  await expectAccessible(page);
});

test('with a keyboard over half the phone, figure, price and button are visible', async ({
  page,
  server,
}) => {
  await arrive(page, await newFundedMember(server.url, '5000.00'));
  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  expect(await page.locator('meta[name="viewport"]').getAttribute('content')).toContain(
    'interactive-widget=resizes-content',
  );
  for (const size of [
    { width: 390, height: 470 },
    { width: 320, height: 470 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const amount = field(page, 'Amount (NGN)');
    await amount.fill('1250');
    const line = page.locator(`[id="${await amount.getAttribute('aria-describedby')}"]`);
    await line.getByText('Total ₦1,270.00').waitFor();
    for (const part of [amount, line, page.getByRole('button', { name: 'Review' })]) {
      expect(await isInView(part), `${size.height}: ${await part.textContent()}`).toBe(true);
    }
  }
});

test('with the app’s own keypad, figure, price and button are visible on every phone', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  const amount = field(page, 'Amount (NGN)');
  const line = page.locator(`[id="${await amount.getAttribute('aria-describedby')}"]`);
  const keypad = sheet(page).getByRole('group', { name: 'Keypad' });
  const sizes = [
    { width: 390, height: 844 },
    { width: 390, height: 664 },
    { width: 360, height: 640 },
    { width: 320, height: 568 },
  ];
  const keysInView = async (keys: Locator, at: string) => {
    for (const key of await keys.getByRole('button').all()) {
      expect(await isInView(key), `${at}: ${await key.textContent()}`).toBe(true);
      expect((await key.boundingBox())?.height, at).toBeGreaterThanOrEqual(44);
    }
  };
  for (const size of sizes) {
    const at = `${size.width}x${size.height}`;
    await page.setViewportSize(size);
    await amount.fill('');
    for (const key of '1250') await keypad.getByRole('button', { name: key, exact: true }).click();
    await line.getByText('Total ₦1,270.00').waitFor();
    for (const part of [amount, line, page.getByRole('button', { name: 'Review' })])
      expect(await isInView(part), `${at}: ${await part.textContent()}`).toBe(true);
    await keysInView(keypad, at);
    await keypad.getByRole('button', { name: 'delete' }).click();
    await keypad.getByRole('button', { name: 'delete' }).click();
    await line.getByText('you cannot withdraw below N200').waitFor();
    expect(await isInView(line), at).toBe(true);
    // Typing again after the tick scrolls back to the figure.
    await page.getByRole('checkbox', { name: /I confirm/ }).scrollIntoViewIfNeeded();
    await keypad.getByRole('button', { name: '3' }).click();
    for (const part of [amount, line]) expect(await isInView(part), at).toBe(true);
  }
  await expectAccessible(page);
  await amount.fill('1250');
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  await press(page, 'Review');
  await acceptPrice(page);
  const boxes = page.getByLabel(/^Transaction PIN, character/);
  for (const size of sizes) {
    const at = `PIN at ${size.width}x${size.height}`;
    await page.setViewportSize(size);
    const keys = sheet(page).getByRole('group', { name: 'Transaction PIN keypad' });
    await keysInView(keys, at);
    for (const box of await boxes.all()) expect(await isInView(box), at).toBe(true);
  }
});

test('a number survives a change of account type, and on a desktop the keyboard leads from stage to stage', async ({
  browser,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  await saveAccounts(member, 1);
  const { context, watch } = await newContext(browser, server.url, {
    hasTouch: false,
    viewport: { width: 1280, height: 800 },
  });
  const page = await context.newPage();
  await arrive(page, member);
  await openTransfer(page);
  const search = field(page, 'Name, account or wallet number');
  await search.fill('0123456789');
  const bank = sheet(page).getByRole('button', { name: 'Bank Account', exact: true });
  await bank.click();
  await bank.click();
  expect(await search.inputValue()).toBe('0123456789');
  const wallet = sheet(page).getByRole('button', { name: 'Ajo Account', exact: true });
  await wallet.click();
  await field(page, 'Wallet number').fill('8442480084');
  await bank.click();
  await press(page, 'New bank account');
  await field(page, 'Account number').fill('0123456789');
  await press(page, 'Back');
  await wallet.click();
  expect(await field(page, 'Wallet number').inputValue()).toBe('8442480084');
  await bank.click();
  await press(page, 'New bank account');
  expect(await field(page, 'Account number').inputValue()).toBe('0123456789');

  await sheet(page).getByLabel('Bank', { exact: true }).selectOption({ label: 'Guaranty Trust Bank' });
  await expect.poll(() => field(page, 'Account name').inputValue()).not.toBe('');
  await sheet(page).getByRole('button', { name: 'Continue' }).press('Enter');
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id);
  const amount = field(page, 'Amount (NGN)');
  await amount.waitFor();
  await expect.poll(focused).toBe(await amount.getAttribute('id'));
  await page.keyboard.type('1250');
  await page.getByRole('checkbox', { name: /I confirm/ }).press('Space');
  await page.getByRole('button', { name: 'Review' }).press('Enter');
  await sheet(page).getByText('Grand total').waitFor();
  await expect.poll(focused).toBe(await sheet(page).getByRole('heading').first().getAttribute('id'));
  await sheet(page).getByRole('button', { name: /^Pay / }).press('Enter');
  await expect.poll(focused).toBe('Transaction PIN, character 1 of 4');
  await context.close();
  expect(watch.unexpected()).toEqual([]);
});

test('offline at the PIN nothing is sent; the payment waits for the connection and continues', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allowOffline();
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '150');
  await acceptPrice(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await context.setOffline(true);
  await enterPin(page, payer.pin);
  await sheet(page).getByText("You're offline. Nothing was sent, your money hasn't moved.").waitFor();
  // Resizing the window would restore the connection.
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(sent).toEqual([]);
  await context.setOffline(false);
  // No second PIN: the first was right.
  await paidReference(page);
  expect((await payee.api.wallet()).ledger_balance).toBe('150.00');
  expect(sent.filter((path) => path === '/api/wallet/transfer')).toHaveLength(1);
});

test('a recent payee is paid again with three taps and the PIN, under the same checks', async ({
  page,
  server,
}) => {
  const payer = await newFundedMember(server.url, '5000.00');
  await arrive(page, payer);
  const name = await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  await enterAmount(page, '1000');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  await page.waitForURL('**/bank-withdraw-success?**');
  await paidReference(page);

  const quotes: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/quotes/transfer')) quotes.push(request.postData() ?? '');
  });
  // First tap.
  await press(page, 'Send again');
  await field(page, 'Amount (NGN)').fill('250000');
  await sheet(page)
    .getByText(/^you cannot withdraw above /)
    .waitFor();
  expect(await sheet(page).getByRole('button', { name: /^Pay / }).count()).toBe(0);
  await field(page, 'Amount (NGN)').fill('1500');
  await expectAccessible(page);
  await sheet(page).getByText(`${name} gets ₦1,500.00`).waitFor();
  // Without the confirmation it does not continue.
  await sheet(page).getByRole('button', { name: 'Pay ₦1,520.00' }).click();
  await expect
    .poll(() => page.getByRole('checkbox', { name: /I confirm/ }).getAttribute('aria-invalid'))
    .toBe('true');
  expect(quotes).toEqual([]);
  // Second tap.
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  // Third tap.
  await sheet(page).getByRole('button', { name: 'Pay ₦1,520.00' }).click();
  await sheet(page).getByText(`to ${name} · `).waitFor();
  expect(quotes).toHaveLength(1);
  await expectAccessible(page);
  await enterPin(page, payer.pin);
  await page.waitForURL('**/bank-withdraw-success?**amount=1500.00**');
  expect((await payer.api.wallet()).ledger_balance).toBe('2460.00');

  // Recent payees are at the top of the sheet, and found by name or number.
  await page.goto('/dashboard');
  await openTransfer(page);
  const recent = sheet(page).getByRole('region', { name: 'Recent' }).getByRole('button');
  await recent.first().waitFor();
  expect(await recent.count()).toBe(1);
  await expectAccessible(page);
  await field(page, 'Name, account or wallet number').fill('nobody at all');
  await sheet(page).getByText('Nobody matches “nobody at all”.').waitFor();
  await field(page, 'Name, account or wallet number').fill('0123456789');
  await sheet(page)
    .getByRole('button', { name: /^Account 0123456789/ })
    .waitFor();
  await recent.first().click();
  await field(page, 'Amount (NGN)').waitFor();
});

test('a changed price is reviewed again, for a recent payee too', async ({ page, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  const number = (await payee.api.wallet()).identity;
  await payer.api.transfer(number, '70.00', payer.pin);
  await arrive(page, payer);
  // The server's price differs from the screen's.
  await page.route('**/api/quotes/transfer', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { total: string } };
    body.data.total = '99.00';
    await route.fulfill({ response: answer, json: body });
  });
  await openTransfer(page);
  await sheet(page).getByRole('region', { name: 'Recent' }).getByRole('button').first().click();
  await field(page, 'Amount (NGN)').fill('80');
  await page.getByRole('checkbox', { name: /I confirm/ }).check();
  await sheet(page).getByRole('button', { name: 'Pay ₦80.00' }).click();
  await sheet(page).getByText('Grand total').waitFor();
  await sheet(page).getByRole('button', { name: 'Pay ₦99.00' }).waitFor();
});

test('a receipt is shared as a picture, printed with its brand, and dated in Lagos', async ({
  page,
  server,
}) => {
  const payer = await newFundedMember(server.url, '5000.00');
  await arrive(page, payer);
  await page.addInitScript(() => {
    const shared: string[] = [];
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        for (const file of files) shared.push(`${file.name} ${file.type} ${file.size > 10_000}`);
      },
    });
    Object.assign(window, { shared });
  });
  await page.goto('/dashboard');
  await chooseNewBank(page, 'Guaranty Trust Bank', '0123456789');
  await enterAmount(page, '1000', 'Rent for November — thank you so much, please confirm 🙏🏾');
  await acceptPrice(page);
  await enterPin(page, payer.pin);
  const reference = await paidReference(page);
  await page.getByText(/^\d+ \w{3} \d{4}, \d\d:\d\d \(Lagos time\)$/).waitFor();
  await press(page, 'Share receipt');
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { shared: string[] }).shared))
    .toEqual([`receipt-${reference}.png image/png true`]);

  await page.emulateMedia({ media: 'print' });
  const paper = page.locator('[data-print]');
  await paper.getByText('Transaction receipt').waitFor();
  await paper.getByText('Ajo', { exact: true }).waitFor();
  // Everything else is left out in print.
  expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
  expect(await page.getByRole('navigation', { name: 'Main' }).isVisible()).toBe(false);
  const frames = await page.evaluate(() => {
    const around: string[] = [];
    for (let node = document.querySelector('[data-print]')?.parentElement; node; node = node.parentElement) {
      const { borderInlineStartWidth: width, boxShadow } = getComputedStyle(node);
      if (width !== '0px' || boxShadow !== 'none') around.push(node.tagName);
    }
    return around;
  });
  expect(frames).toEqual([]);
  await page.emulateMedia({ media: 'screen' });

  const saved = page.waitForEvent('download');
  await press(page, 'PDF');
  const pdf = readFileSync((await (await saved).path()) ?? '').toString('latin1');
  // The typeface with the letters of Nigerian names and ₦ is embedded, and the text can be copied.
  expect(pdf).toContain('/FontFile2');
  expect(pdf).toContain('/ToUnicode');
  expect(pdf).toContain(`Receipt ${reference}`);
});

test('the history has days, months with totals, filters, and a link from a payment to support', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allowOffline();
  watch.allow(/ERR_FAILED/);
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  const number = (await payee.api.wallet()).identity;
  for (let count = 0; count < 11; count += 1) await payer.api.transfer(number, '10.00', payer.pin);
  await arrive(page, payer);
  await page.goto('/transaction');
  const rows = page.getByRole('main').getByRole('listitem');
  await expect.poll(() => rows.count()).toBe(10);
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.getByText(/^In ₦5,000\.00 · Out ₦110\.00$/).waitFor();
  await expectAccessible(page);

  // A new page is scrolled to its start.
  await page.getByRole('button', { name: 'Next', exact: true }).scrollIntoViewIfNeeded();
  await press(page, 'Next');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await isInView(rows.first())).toBe(true);

  await press(page, 'In');
  await expect.poll(() => rows.count()).toBe(1);
  // The totals are the month's.
  await page.getByText(/^In ₦5,000\.00 · Out ₦110\.00$/).waitFor();
  await press(page, 'In');
  await press(page, 'Failed');
  await page.getByText('Nothing matches this filter').waitFor();
  await press(page, 'Out');
  await expect.poll(() => rows.count()).toBe(10);

  await rows.first().getByRole('button').first().click();
  const receipt = sheet(page);
  const reference = await paidReference(page);
  await expectAccessible(page);
  await receipt.getByRole('button', { name: 'Send again' }).waitFor();
  await receipt.getByRole('button', { name: 'How this was worked out' }).click();
  const reasons = page.getByRole('dialog', { name: 'How this was worked out' });
  await reasons
    .getByText(/^10\.00 \(amount\)|\(amount\) \+ /)
    .first()
    .waitFor();
  await expectAccessible(page);
  await reasons.getByRole('button', { name: 'Close' }).click();
  await reasons.waitFor({ state: 'detached' });
  await receipt.getByRole('link', { name: 'Report a problem' }).click();
  await page.waitForURL('**/chat');
  await expect
    .poll(() => page.getByRole('textbox').first().inputValue())
    .toBe(`About the payment ${reference}: `);

  // Offline, the cached rows are shown.
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { name: 'Recent transactions' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.reload();
  await page.getByRole('heading', { name: 'Recent transactions' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transaction' }).hover();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Transaction' }).click();
  await expect.poll(() => rows.count()).toBeGreaterThan(4);
});

test('without a saved bank account the form for a new one opens directly, and Back leaves it', async ({
  page,
  server,
}) => {
  await arrive(page, await newFundedMember(server.url, '5000.00'));
  await openTransfer(page);
  await press(page, 'Bank Account');
  await field(page, 'Account number').waitFor();
  expect(await page.getByRole('button', { name: 'New bank account' }).count()).toBe(0);
  await expectAccessible(page);
  await press(page, 'Back');
  await field(page, 'Name, account or wallet number').waitFor();
});
