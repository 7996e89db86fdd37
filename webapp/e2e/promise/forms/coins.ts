import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Accounts } from '../../harness/api';
import { field } from '../../screens/entry';
import { sheet } from '../../screens/wallet';
import { amount, minor, oddAmount } from '../amounts';
import type { FormOnScreen } from '../form';
import { paymentOf } from '../payment';
import type { Visitor } from '../visitor';
import { box } from './fields';

const OUTSIDE = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const ADDRESSES = [OUTSIDE, '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', OUTSIDE.toUpperCase(), ` ${OUTSIDE} `];
const ODD_ADDRESSES = [
  ...ADDRESSES,
  `${OUTSIDE.slice(0, -1)}5`,
  '0123456789',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'Ada',
  '',
];
const DECIMALS = 8;

/** Opens a sheet of a bitcoin wallet with a balance. */
async function openSheet(visitor: Visitor, page: Page, action: 'sell' | 'send') {
  const ask = { symbol: 'BTC', network: 'bitcoin' };
  const { wallets } = await visitor.must<Accounts>('GET', '/accounts');
  if (minor(wallets.find((one) => one.base_currency === 'BTC')?.balance ?? '0', DECIMALS) === 0n) {
    const { address } = await visitor.must<{ address: string }>('POST', '/coins/address', ask);
    await visitor.must('POST', '/sandbox/coins', { address, amount: '0.5', confirmations: 3 });
  }
  // Without a PIN, the sheet first asks for one.
  const { BTC: pinned } = await visitor.must<Record<string, string>>('GET', '/wallet/pin-status');
  if (pinned !== 'pin_set') {
    const { pin, password } = visitor.person;
    const first = { pin, confirm_pin: pin, password, currency: 'BTC' };
    await visitor.must('POST', '/account/settings/pin/create', first);
  }
  await page.goto(`/wallet?coin=BTC&action=${action}`);
  await field(page, 'Amount (BTC)').waitFor();
}

/** Submitted without the PIN's authorisation: an invalid form is refused earlier, and a valid one moves nothing. */
const sell: FormOnScreen = {
  form: 'coin_sell',
  file: 'features/wallet/coins/sell-sheet.tsx',
  screen: 'coins, sold',
  visitors: ['a member'],
  open: async (visitor, page) => {
    await openSheet(visitor, page, 'sell');
    const limits = { decimals: DECIMALS, thresholds: [1n, 50_000_000n] };
    return { root: sheet(page), facts: { currency: 'BTC', limits } };
  },
  fields: {
    amount: {
      label: 'Amount (BTC)',
      valid: (random, visit) => amount(random, paymentOf(visit).limits),
      boundary: (random, visit) => oddAmount(random, paymentOf(visit).limits),
    },
    confirm: box('I want to sell these coins for naira.'),
  },
  call: ({ visitor }, values) =>
    visitor.call('POST', '/sell', { ...values, symbol: 'BTC' }, { 'idempotency-key': randomUUID() }),
  serverOnly: { pin_authorisation_required: 'Whether the PIN authorised the payment.' },
};

const send: FormOnScreen = {
  form: 'coin_send',
  file: 'features/wallet/coins/send-sheet.tsx',
  screen: 'coins, sent',
  visitors: ['a member'],
  open: async (visitor, page) => {
    await openSheet(visitor, page, 'send');
    // Above 200,000 naira to a new address, at the sample rates.
    const limits = { decimals: DECIMALS, thresholds: [546n, 140_000n] };
    return { root: sheet(page), facts: { currency: 'BTC', limits } };
  },
  fields: {
    address: {
      label: 'Address',
      valid: (random) => random.pick(ADDRESSES),
      boundary: (random) => random.pick(ODD_ADDRESSES),
    },
    amount: {
      label: 'Amount (BTC)',
      valid: (random, visit) => amount(random, paymentOf(visit).limits),
      boundary: (random, visit) => oddAmount(random, paymentOf(visit).limits),
    },
    confirm: box("I have checked the address and the network. Sent coins can't be recovered."),
  },
  // The form is busy from a keystroke in the address until its cap has loaded.
  settles: async ({ root }) => {
    await root.locator('form[aria-busy="true"]').waitFor({ state: 'detached' });
  },
  call: ({ visitor }, values) =>
    visitor.call(
      'POST',
      '/send',
      { ...values, symbol: 'BTC', network: 'bitcoin' },
      { 'idempotency-key': randomUUID() },
    ),
  serverOnly: { pin_authorisation_required: 'Whether the PIN authorised the payment.' },
};

export const coinForms = [sell, send];
