import type { Page } from 'playwright-core';
import { hold } from '../harness/held';
import { type Member, newFundedMember, newMember, newPerson } from '../harness/person';
import { frames, still } from '../harness/settled';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';
import { enterPin, setFirstPin, sheet } from '../screens/wallet';

const OUTSIDE = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';

/** A member with a bitcoin PIN as well. */
async function coinMember(origin: string): Promise<Member> {
  const member = await newFundedMember(origin, '100.00');
  const { pin } = member;
  await member.api.must('POST', '/account/settings/pin/create', { pin, confirm_pin: pin, currency: 'BTC' });
  return member;
}

/** Deposits coins with enough confirmations. */
async function receive({ api }: Member, amount: string): Promise<string> {
  const { address } = await api.must<{ address: string }>('POST', '/coins/address', {
    symbol: 'BTC',
    network: 'bitcoin',
  });
  await api.must('POST', '/sandbox/coins', { address, amount, confirmations: 3 });
  return address;
}

/** The list of coins, with the user's own first if there are any. */
async function openCoins(page: Page): Promise<void> {
  await page.goto('/wallet');
  await row(page, 'Bitcoin').waitFor();
}

/** A coin of the list, which leads to its page. */
const row = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name: new RegExp(`^${name}\\b`) });

async function openCoin(page: Page, name = 'Bitcoin'): Promise<void> {
  await openCoins(page);
  await row(page, name).click();
  await heading(page, name).waitFor();
}

const priceIs = ({ api }: Member, price: string | null) =>
  api.must('PUT', '/sandbox/prices', { pair: 'BTCUSDT', price });

test('an address for receiving bitcoin is shown, and deposits reach the wallet', async ({ page, server }) => {
  const member = await coinMember(server.url);
  await arrive(page, member);
  await openCoin(page);
  await press(page, 'Receive Bitcoin');
  await sheet(page).getByText('Send only BTC over Bitcoin to this address.').waitFor();
  await sheet(page).getByRole('img', { name: 'The address as a QR code' }).waitFor();
  await expectAccessible(page);
  const address = await receive(member, '0.25');
  await sheet(page).getByText(address).waitFor();
  await press(page, 'Close');
  // Pushed over the channel: nothing was reloaded.
  await page.getByRole('main').getByText('BTC 0.25000000', { exact: true }).waitFor();
  await page.getByText('BTC 0.25000000 has arrived in your BTC wallet.').waitFor();

  // Tether uses two networks, each with its own address.
  await openCoin(page, 'Tether');
  await press(page, 'Receive Tether');
  const tron = await sheet(page)
    .getByText(/^T[1-9A-Za-z]{33}$/)
    .textContent();
  await field(page, 'Network').selectOption('ethereum');
  await sheet(page)
    .getByText(/^0x[0-9a-fA-F]{40}$/)
    .waitFor();
  expect(tron).toHaveLength(34);
});

test('without a bitcoin PIN the sheet sets it first, and the sale continues', async ({ page, server }) => {
  const member = await newMember(server.url, newPerson(), undefined, { pin: false });
  await receive(member, '0.5');
  await arrive(page, member);
  for (const action of ['Send', 'Sell']) {
    await openCoin(page);
    await press(page, `${action} Bitcoin`);
    await sheet(page).getByText('Set your BTC transaction PIN first.', { exact: false }).waitFor();
    expect(await field(page, 'Amount (BTC)').count()).toBe(0);
    await expectAccessible(page);
  }
  await setFirstPin(page, member.pin);
  await field(page, 'Your password').fill(member.password);
  await press(page, 'Save PIN');
  await field(page, 'Amount (BTC)').fill('0.1');
  await page.getByRole('checkbox', { name: /I want to sell/ }).check();
  await press(page, 'Review');
  await sheet(page)
    .getByRole('button', { name: /^Sell BTC / })
    .click();
  await enterPin(page, member.pin);
  await page.waitForURL(/\/send-sell-success\?reference=/);
  expect((await member.api.wallet('BTC')).ledger_balance).toBe('0.40000000');
});

test('the naira PIN serves bitcoin, entered once', async ({ page, server, watch }) => {
  const member = await newFundedMember(server.url, '100.00');
  await receive(member, '0.5');
  await arrive(page, member);
  await openCoin(page);
  await press(page, 'Sell Bitcoin');
  await sheet(page).getByText('Choose a PIN for Bitcoin, or use your naira PIN.').waitFor();
  await expectAccessible(page);
  watch.allow(/422/);
  await enterPin(page, '1357');
  await sheet(page).getByText('The PIN is not correct.').waitFor();
  await enterPin(page, member.pin);
  await field(page, 'Amount (BTC)').fill('0.1');
  await page.getByRole('checkbox', { name: /I want to sell/ }).check();
  await press(page, 'Review');
  await sheet(page)
    .getByRole('button', { name: /^Sell BTC / })
    .click();
  await enterPin(page, member.pin);
  await page.waitForURL(/\/send-sell-success\?reference=/);
  expect((await member.api.wallet('BTC')).ledger_balance).toBe('0.40000000');
});

test('Home shows a small bitcoin balance in full, and leads to its address', async ({ page, server }) => {
  const member = await newMember(server.url);
  await receive(member, '0.00050000');
  await member.api.must('PUT', '/accounts/active', { currency: 'BTC' });
  await arrive(page, member);
  await expect.poll(() => page.getByTestId('balance').textContent()).toBe('₿0.00050000');
  expect(await page.getByText('This feature is coming soon', { exact: false }).count()).toBe(0);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Receive' }).click();
  await sheet(page).getByText('Send only BTC over Bitcoin to this address.').waitFor();
});

test('incoming coins are shown with their confirmations until they are credited', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  const { address } = await member.api.must<{ address: string }>('POST', '/coins/address', {
    symbol: 'BTC',
    network: 'bitcoin',
  });
  const payment = { address, amount: '0.25', id: `T-${address}` };
  await member.api.must('POST', '/sandbox/coins', { ...payment, confirmations: 1 });
  await arrive(page, member);
  await openCoins(page);
  await page.getByText('1 of 3 confirmations', { exact: false }).waitFor();
  await openCoin(page);
  const main = page.getByRole('main');
  await main.getByText('1 of 3 confirmations', { exact: false }).waitFor();
  await press(page, 'Receive Bitcoin');
  await sheet(page).getByText('1 of 3 confirmations', { exact: false }).waitFor();
  await expectAccessible(page);
  await press(page, 'Close');
  await member.api.must('POST', '/sandbox/coins', { ...payment, confirmations: 3 });
  await main.getByText('1 of 3 confirmations', { exact: false }).waitFor({ state: 'detached' });
  await main.getByText('BTC 0.25000000', { exact: true }).waitFor();
});

test('bitcoin is sold at a price that holds for half a minute', async ({ page, server }) => {
  const member = await coinMember(server.url);
  await receive(member, '0.5');
  await arrive(page, member);
  await openCoins(page);
  await expectAccessible(page);
  await openCoin(page);
  await expectAccessible(page);
  await press(page, 'Sell Bitcoin');
  await field(page, 'Amount (BTC)').fill('1234.5');
  expect(await field(page, 'Amount (BTC)').inputValue()).toBe('1,234.5');
  await field(page, 'Amount (BTC)').fill('0.50000001');
  await press(page, 'Review');
  await page.getByText('you cannot withdraw above your available balance of BTC 0.50000000').waitFor();
  await field(page, 'Amount (BTC)').fill('0.1');
  await page.getByRole('checkbox', { name: /I want to sell/ }).check();
  await expectAccessible(page);
  await press(page, 'Review');
  await sheet(page)
    .getByText(/This price holds for \d+ seconds/)
    .waitFor();
  await sheet(page).getByText('Our spread').waitFor();
  await expectAccessible(page);
  await sheet(page)
    .getByRole('button', { name: /^Sell BTC / })
    .click();
  await enterPin(page, member.pin);

  await page.waitForURL(/\/send-sell-success\?reference=/);
  await page.getByText('Successful', { exact: true }).first().waitFor();
  expect((await member.api.wallet('BTC')).ledger_balance).toBe('0.40000000');
  const { data } = await member.api.transactions();
  expect(data.map(({ category, type }) => [category, type])).toContainEqual(['crypto', 'DEBIT']);
  const proceeds = data.find(({ category }) => category === 'crypto-proceeds');
  expect(Number(proceeds?.net_amount)).toBeGreaterThan(0);

  await page.goto('/wallet');
  await page.getByText('Sold and sent', { exact: true }).click();
  const history = page.getByRole('region', { name: 'Sold and sent' });
  await history.getByRole('listitem').first().waitFor();
  expect(await history.getByText('0.10000000').count()).toBeGreaterThan(0);
  await expectAccessible(page);
  await history.getByText('Sent', { exact: true }).click();
  await history.getByText('No entries found').waitFor();
});

test('bitcoin is sold on a phone whose clock is fast', async ({ page, server }) => {
  const member = await coinMember(server.url);
  await receive(member, '0.5');
  await page.addInitScript(() => {
    const now = Date.now;
    Date.now = () => now() + 300_000;
  });
  await arrive(page, member);
  await openCoin(page);
  await press(page, 'Sell Bitcoin');
  await field(page, 'Amount (BTC)').fill('0.1');
  await page.getByRole('checkbox', { name: /I want to sell/ }).check();
  await press(page, 'Review');
  await sheet(page)
    .getByText(/This price holds for \d+ seconds/)
    .waitFor();
  await sheet(page)
    .getByRole('button', { name: /^Sell BTC / })
    .click();
  await enterPin(page, member.pin);
  await page.waitForURL(/\/send-sell-success\?reference=/);
});

test('bitcoin is sent to a valid address only', async ({ page, server }) => {
  const member = await coinMember(server.url);
  await receive(member, '0.5');
  await arrive(page, member);
  await openCoin(page);
  await press(page, 'Send Bitcoin');
  const refused = async (address: string, message: string) => {
    await field(page, 'Address').fill(address);
    await press(page, 'Review');
    await sheet(page).getByText(message).waitFor();
  };
  await refused('0123456789', "BTC can't be sent to a bank account.");
  await refused(`${OUTSIDE.slice(0, -1)}5`, "This address was mistyped: its checksum doesn't match.");
  await refused('0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', 'This is an address of Ethereum');
  await expectAccessible(page);

  await field(page, 'Address').fill(OUTSIDE);
  await sheet(page)
    .getByText(/For your safety, up to BTC 0\.00035000 may leave your wallet/)
    .waitFor();
  await field(page, 'Amount (BTC)').fill('0.0003');
  await page.getByRole('checkbox', { name: /I have checked/ }).check();
  await press(page, 'Review');
  await sheet(page).getByText("You haven't sent coins to this address before.").waitFor();
  await sheet(page).getByText('Network fee').waitFor();
  await sheet(page).getByText('BTC 0.00032400').waitFor();
  await expectAccessible(page);
  await sheet(page)
    .getByRole('button', { name: /^Send BTC / })
    .click();
  await enterPin(page, member.pin);

  await page.waitForURL(/\/send-sell-success\?reference=/);
  await page.getByText('Successful', { exact: true }).first().waitFor();
  await page.getByText(OUTSIDE).waitFor();
  expect((await member.api.wallet('BTC')).ledger_balance).toBe('0.49967600');

  // The custodian was called once, for the deposit.
  await page.goto('/sandbox');
  const sent = page.getByRole('region', { name: 'Coins sent' }).getByRole('listitem');
  await sent.first().waitFor();
  expect(await sent.allTextContents()).toEqual([`BTC 0.00030000 over bitcoin to ${OUTSIDE}: broadcast`]);
});

test('an order for coins awaiting the custodian’s confirmation is placed and followed to its end', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await coinMember(server.url);
  await receive(member, '0.5');
  await arrive(page, member);
  await openCoin(page);
  await press(page, 'Send Bitcoin');
  await field(page, 'Address').fill(OUTSIDE);
  await sheet(page)
    .getByText(/^For your safety, up to BTC/)
    .waitFor();
  await field(page, 'Amount (BTC)').fill('0.0003');
  await page.getByRole('checkbox', { name: /I have checked/ }).check();
  await press(page, 'Review');
  await sheet(page)
    .getByRole('button', { name: /^Send BTC / })
    .click();
  await sandbox.behave('custody', 'lose_answer');
  await enterPin(page, member.pin);
  await page.waitForURL(/\/order-placed\?/);
  await page.getByRole('heading', { name: 'Order placed' }).waitFor();
  await page.getByText('Processing', { exact: true }).first().waitFor();
  const asked = new URL(page.url()).searchParams;
  expect([asked.get('type'), asked.get('amount'), asked.get('currency')]).toEqual([
    'send',
    '0.00030000',
    'BTC',
  ]);
  expect(await page.getByRole('link', { name: 'Done' }).getAttribute('href')).toBe('/withdraw');
  await expectAccessible(page);
  await sandbox.behave('custody', 'succeed');
  await page.getByText('Successful', { exact: true }).first().waitFor({ timeout: 60_000 });

  // The address must match the server's data.
  asked.set('type', 'sell');
  await page.goto(`/order-placed?${asked}`);
  await page.getByText("We couldn't find this receipt").waitFor();
  await expectAccessible(page);
});

test('coins are found by name, and offer what can be done with them here', async ({ page, server }) => {
  const member = await coinMember(server.url);
  await arrive(page, member);
  await openCoins(page);
  await field(page, 'Search coins').fill('solana');
  await row(page, 'Bitcoin').waitFor({ state: 'detached' });
  await field(page, 'Search coins').fill('no such coin');
  await page.getByText('No coin has that name').waitFor();
  await expectAccessible(page);
  await press(page, 'Show all coins');
  await row(page, 'Solana').click();
  await heading(page, 'Solana').waitFor();
  await page.getByRole('tab', { name: 'Month' }).waitFor();
  for (const action of ['Receive', 'Send', 'Sell'])
    expect(await page.getByRole('button', { name: `${action} Solana` }).count()).toBe(0);
  await expectAccessible(page);
  // A coin has an address of its own, and Back leads to the list.
  expect(new URL(page.url()).search).toBe('?coin=SOL');
  await page.goBack();
  await heading(page, 'Coins').waitFor();

  // An old link to an action that is not offered.
  await page.goto('/wallet?coin=SOL&action=sell');
  await sheet(page).getByText('This feature is coming soon', { exact: true }).waitFor();
  await expectAccessible(page);
});

test('the coins together are worth what selling them brings, with the change within a day', async ({
  page,
  server,
}) => {
  const member = await coinMember(server.url);
  await arrive(page, member);
  await openCoins(page);
  const overview = page.getByRole('region', { name: 'In coins, worth now' });
  await overview.getByText('You hold no coins yet. Receive some first.').waitFor();
  await page.getByRole('heading', { name: 'All coins' }).waitFor();
  await receive(member, '0.5');
  await page.reload();
  await overview.getByRole('list', { name: 'Parts' }).getByText('100.0%').waitFor();
  await overview.getByText('within a day', { exact: false }).waitFor();
  const own = page.getByRole('region', { name: 'Your coins' });
  await own.getByText('BTC 0.50000000').waitFor();
  const worth = await overview.locator('.money').first().textContent();
  expect(await own.locator('.money').nth(1).textContent()).toBe(worth);
  await expectAccessible(page);
});

test('the dashboard lists the coins, and leads to the page of one', async ({ page, server }) => {
  const member = await coinMember(server.url);
  await receive(member, '0.25');
  await arrive(page, member);
  await page.getByRole('tab', { name: 'Invest', exact: true }).click();
  await row(page, 'Bitcoin').getByText('BTC 0.25000000').waitFor();
  await expectAccessible(page);
  await field(page, 'Search coins').fill('sol');
  await row(page, 'Bitcoin').waitFor({ state: 'detached' });
  await field(page, 'Search coins').fill('no such coin');
  await page.getByText('No coin has that name').waitFor();
  await expectAccessible(page);

  await field(page, 'Search coins').fill('btc');
  await row(page, 'Bitcoin').click();
  await page.waitForURL(/\/wallet\?/);
  await press(page, 'Send Bitcoin');
  await sheet(page).getByRole('heading', { name: 'Send Bitcoin' }).waitFor();

  server.run('user', 'restrict', member.email, '--by', 'Grace in support');
  await page.goto('/wallet?coin=BTC');
  await press(page, 'Sell Bitcoin');
  await page.getByText('Cannot perform this transaction!').first().waitFor();
  expect(await sheet(page).count()).toBe(0);
  await press(page, 'Receive Bitcoin');
  await sheet(page).getByText('Send only BTC over Bitcoin to this address.').waitFor();
});

test('users without coins are led to buying some, in place of a form for selling or sending', async ({
  page,
  server,
}) => {
  await arrive(page, await newMember(server.url));
  await openCoin(page);
  expect(await page.getByRole('button', { name: 'Sell Bitcoin' }).count()).toBe(0);
  await page.goto('/wallet?coin=BTC&action=sell');
  await sheet(page).getByText('You have no Bitcoin to sell yet').waitFor();
  expect(await sheet(page).getByRole('textbox').count()).toBe(0);
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Receive Bitcoin' }).click();
  await sheet(page).getByText('Send only BTC over Bitcoin to this address.').waitFor();
  await page.goBack();
  await sheet(page).waitFor({ state: 'detached' });
  await heading(page, 'Bitcoin').waitFor();

  await page.goto('/wallet?coin=BTC&action=send');
  await sheet(page).getByText('You have no Bitcoin to send yet').waitFor();
  // A double tap acts as a single tap, although its second half falls beside the sheet that slides in.
  await sheet(page).getByRole('button', { name: 'Receive Bitcoin' }).dblclick();
  await sheet(page).getByText('Send only BTC over Bitcoin to this address.').waitFor();
  await still(page);
  expect(await sheet(page).count()).toBe(1);
  // Beside a sheet at rest, a tap closes it.
  await page.mouse.click(195, 20);
  await sheet(page).waitFor({ state: 'detached' });
});

test('prices are shown as a line or candles, a sentence and a table', async ({ page, server }) => {
  const member = await coinMember(server.url);
  await arrive(page, member);
  await openCoin(page);
  await page
    .getByText(/ within a day$/)
    .last()
    .waitFor();
  await page.getByText('Show as a table').click();
  const table = page.getByRole('region', { name: 'Prices' });
  expect(await table.getByRole('row').count()).toBe(25);
  await table
    .getByText(/^₦[\d,]+\.\d\d$/)
    .first()
    .waitFor();
  for (const [tab, words] of [
    ['Week', 'within a week'],
    ['Month', 'within a month'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(words, { exact: false }).waitFor();
  }
  await expectAccessible(page);
  await press(page, 'Show candles');
  await page.locator('canvas').first().waitFor();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Candles and signals' }).click();
  await page.waitForURL('**/trade/BTC');
  await page.getByRole('heading', { name: 'BTC / USDT' }).waitFor();
  await page
    .getByText(/BTC (has (risen|fallen) by [\d.]+% within a day|costs what it did a day ago)\./)
    .waitFor();
  await page.locator('canvas').first().waitFor();
  await page.getByText('Show as a table').click();
  expect(await page.getByRole('region', { name: 'Prices' }).getByRole('row').count()).toBe(25);
  await page.getByRole('tab', { name: '1 day' }).click();
  await page.locator('canvas').first().waitFor();
  await expectAccessible(page);
});

test('a chart appears together with the text above it, which would otherwise move it', async ({
  page,
  server,
}) => {
  const member = await coinMember(server.url);
  await arrive(page, member);
  const release = await hold(page, '**/api/coins');
  const candles = page.waitForResponse('**/api/candle-stick');
  await page.goto('/trade/ETH');
  await (await candles).finished();
  await frames(page, 5);
  expect(await page.getByText('Show as a table').count()).toBe(0);
  release();
  await page.getByText(/^ETH (has (risen|fallen) by|costs) /).waitFor();
  await page.getByText('Show as a table').waitFor();
});

test('a market outage stops sales, and says so', async ({ page, server, sandbox, watch }) => {
  watch.allow(/503/);
  const member = await coinMember(server.url);
  await receive(member, '0.5');
  await arrive(page, member);
  // A coin whose price was never known cannot be sold: only this test uses ether.
  await sandbox.behave('market', 'fail');
  try {
    await page.goto('/trade/LTC');
    await page.getByText("The market doesn't answer. Please try again in a minute.").waitFor();
  } finally {
    await sandbox.behave('market', 'succeed');
    await priceIs(member, null);
  }
});
