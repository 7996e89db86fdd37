import { field, press } from '../../screens/entry';
import { oddAmount } from '../amounts';
import type { Field, FormOnScreen } from '../form';
import { text } from './fields';

const figure = (label: string): Field => ({
  label,
  valid: (random) => `${random.between(1, 999)}.${random.digits(2)}`,
  boundary: (random) => oddAmount(random, { decimals: 2, thresholds: [1n] }),
});

/** At most fifty are allowed: a refusal because of earlier tries is no validation result. */
const strategy: FormOnScreen = {
  form: 'strategy',
  file: 'features/signals/strategy-sheet.tsx',
  screen: 'new strategy',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await page.goto('/strategy');
    await press(page, 'Add strategy');
    await field(page, 'Price (USDT)').waitFor();
    await field(page, 'Coin').waitFor();
    return { root: page.getByRole('dialog') };
  },
  fields: {
    percent_change_24h: figure('Change in a day (%)'),
    price: figure('Price (USDT)'),
    coin: {
      label: 'Coin',
      valid: (random) => (random.chance(50) ? 'BTC' : ''),
      boundary: (random) => (random.chance(50) ? 'ETH' : ''),
    },
  },
  call: ({ visitor }, values) => visitor.call('POST', '/strategies', values),
  serverOnly: { too_many_strategies: 'The number of strategies.' },
};

const exchangeKeys: FormOnScreen = {
  form: 'exchange_keys',
  file: 'features/signals/exchange-card.tsx',
  screen: 'connect Binance',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await page.goto('/settings/trading');
    await page.getByRole('button', { name: /Connect Binance|Replace key/ }).click();
    await field(page, 'API key').waitFor();
    return { root: page.getByRole('dialog') };
  },
  fields: {
    api_key: text('API key', (random) => `key-${random.digits(12)}`, 256),
    api_secret: text('API secret', (random) => `secret-${random.digits(12)}`, 256),
  },
  call: ({ visitor }, values) => visitor.call('PUT', '/exchange-keys', values),
};

const CAPS = { decimals: 6, thresholds: [1_000_000n, 1_000_000_000_000n] };

/** The sheet that switches it on. Its result depends on the connected key. */
const autoTrade: FormOnScreen = {
  form: 'auto_trade',
  file: 'features/signals/auto-trade-card.tsx',
  screen: 'auto trade',
  visitors: ['a member'],
  open: async (visitor, page) => {
    await visitor.must('PUT', '/exchange-keys', {
      api_key: 'key-of-ada-7654',
      api_secret: 'secret-0123456789',
    });
    await visitor.must('PUT', '/auto-trade', { is_on: false });
    await page.goto('/settings/trading');
    await page.getByRole('switch', { name: 'Auto trade' }).click();
    await field(page, 'Limit per trade (USDT)').waitFor();
    return { root: page.getByRole('dialog'), given: { is_on: true } };
  },
  fields: {
    per_trade: {
      label: 'Limit per trade (USDT)',
      valid: (random) => String(random.between(1, 500)),
      boundary: (random) => oddAmount(random, CAPS),
    },
    per_day: {
      label: 'Limit per day (USDT)',
      valid: (random) => String(random.between(500, 1_000_000)),
      boundary: (random) => oddAmount(random, CAPS),
    },
  },
  call: ({ visitor }, values) => visitor.call('PUT', '/auto-trade', { ...values, is_on: true }),
};

export const signalForms = [strategy, exchangeKeys, autoTrade];
