import { newFundedMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { enterPin } from '../screens/wallet';

const prediction = (symbol: string, percent_change_24h: string) => ({
  id: 1,
  symbol,
  logo: null,
  percent_change_24h,
});

/** As the sandbox predicts, but for one coin: other tests use the others. */
const board = (change: string) => ({
  first_match: [prediction('BTC', '2.35'), prediction('ETH', '-1.25'), prediction('BNB', '0.84')],
  second_match: [prediction('SOL', '4.06'), prediction('XRP', '-0.44')],
  third_match: [prediction('ADA', '1.9'), prediction('DOGE', '12.04')],
  forth_match: [prediction('TRX', '-3.35'), prediction('LTC', change)],
});

const strategy = {
  percent_change_1h: '1',
  percent_change_24h: '3',
  percent_change_7d: '1',
  percent_change_30d: '1',
  max_supply: '84000000',
  circulating_supply: '75000000',
  market_cap: '6000000000',
  price: '100000',
  coin: 'LTC',
};

test('a signal is bought with the user’s own key, within caps, and stopped with one press', async ({
  page,
  server,
  watch,
}) => {
  const member = await newFundedMember(server.url, '20000.00');
  await arrive(page, member);
  await page.goto('/wallet');
  await page.getByText('Binance', { exact: true }).click();
  const atBinance = page.getByRole('region', { name: 'At Binance' });
  await atBinance.getByRole('link', { name: 'Connect Binance in Settings' }).click();
  await page.waitForURL('**/settings/trading');
  await press(page, 'Subscribe');
  await press(page, 'Proceed');
  await press(page, 'Confirm');
  await enterPin(page, member.pin);
  await page.getByText('Your trade signals are on.').waitFor();

  // Without a key it stays off, and the form says why.
  const toggle = page.getByRole('switch', { name: 'Auto trade' });
  const perTrade = 'Limit per trade (USDT)';
  await toggle.click();
  await field(page, perTrade).fill('50');
  await field(page, 'Limit per day (USDT)').fill('80');
  await press(page, 'Switch on');
  await page.getByText('Connect your account at the exchange first.').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await press(page, 'Connect Binance');
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  expect(await connect.isDisabled()).toBe(true);
  await field(page, 'API key').fill('key-of-amina-7654');
  expect(await connect.isDisabled()).toBe(true);
  await field(page, 'API secret').fill('secret-of-amina');
  await press(page, 'Connect');
  await page.getByText('may read and trade').waitFor();

  await toggle.click();
  await field(page, perTrade).fill('81');
  await field(page, 'Limit per day (USDT)').fill('80');
  await press(page, 'Switch on');
  await page.getByText('This is above your limit per day, 80 USDT.').waitFor();
  await expectAccessible(page);
  await field(page, perTrade).fill('50');
  await press(page, 'Switch on');
  await page.getByRole('button', { name: 'Stop all' }).waitFor();
  expect(await toggle.getAttribute('aria-checked')).toBe('true');
  await expectAccessible(page);

  const { id } = await member.api.must<{ id: string }>('POST', '/strategies', strategy);
  await member.api.must('POST', `/strategies/${id}/toggle`, {});
  await page.goto('/strategy');
  await page.getByText('No automatic trades yet').waitFor();
  await member.api.must('PUT', '/sandbox/signals', board('3.5'));
  await page.getByRole('article', { name: 'LTC: Bought' }).waitFor({ timeout: 30_000 });
  await page
    .getByText(/LTC is predicted to rise by 3\.5% and costs .* your strategy buys up to 100,000 USDT\./)
    .waitFor();
  await member.api.must('PUT', '/sandbox/signals', board('2.9'));
  await page.getByRole('article', { name: 'LTC: Not traded' }).waitFor({ timeout: 30_000 });
  await page.getByText('your strategy asks for 3%.').waitFor();
  await expectAccessible(page);

  await press(page, 'Stop all');
  await page.getByText('Nothing is bought for you.').waitFor();
  expect(await page.getByRole('button', { name: 'Stop all' }).count()).toBe(0);
  await member.api.must('PUT', '/sandbox/signals', board('0'));

  // Balances at the exchange are shown beside the user's wallets, with their source.
  await page.goto('/wallet');
  await page.getByText('Binance', { exact: true }).click();
  await atBinance.getByText('LTC', { exact: true }).waitFor();
  await atBinance.getByText(/Source: Binance/).waitFor();
  await expectAccessible(page);
  watch.allow(/exchange\/balances/);
  await page.route('**/api/exchange/balances', (route) => route.abort());
  await page.reload();
  await page.getByText('Binance', { exact: true }).click();
  await atBinance.getByRole('button', { name: 'Try again' }).waitFor();
  await expectAccessible(page);
  await page.unroute('**/api/exchange/balances');
  await atBinance.getByRole('button', { name: 'Try again' }).click();
  await atBinance.getByText('LTC', { exact: true }).waitFor();
});
