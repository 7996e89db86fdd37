import { field, press } from '../../screens/entry';
import { sheet } from '../../screens/wallet';
import { amount, oddAmount } from '../amounts';
import type { FormOnScreen } from '../form';
import { askRule, evaluated } from './rule';

/** A template like the banks' own. */
const TEMPLATE = '*737*2*Amount*AccountNumber#';

/** One naira is the minimum; the upper threshold stands for any large amount. */
const LIMITS = { decimals: 2, thresholds: [100n, 5_000_000n] };

/** Every accepted amount creates a checkout, which stays unpaid. */
const card: FormOnScreen = {
  form: 'fund',
  file: 'features/wallet/card-stage.tsx',
  screen: 'card payment',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await page.goto('/dashboard');
    await press(page, 'Fund');
    await sheet(page).getByRole('button', { name: 'Card' }).click();
    await field(page, 'Amount (NGN)').waitFor();
    return { root: sheet(page) };
  },
  fields: {
    amount: {
      label: 'Amount (NGN)',
      valid: (random) => amount(random, LIMITS),
      boundary: (random) => oddAmount(random, LIMITS),
    },
  },
  call: ({ visitor }, values) =>
    visitor.call('POST', '/payment/card', { ...values, purpose: 'fund', currency: 'NGN' }),
  serverOnly: { 'amount:out_of_range': 'Amounts that could not be credited are not charged.' },
};

/** Nothing is sent: the amount becomes part of the code to dial. */
const ussd: FormOnScreen = {
  ...card,
  file: 'features/wallet/ussd-stage.tsx',
  screen: 'USSD deposit',
  open: async (_visitor, page) => {
    await page.goto('/dashboard');
    await press(page, 'Fund');
    await sheet(page).getByRole('button', { name: 'USSD' }).click();
    await field(page, 'Amount (NGN)').waitFor();
    return { root: sheet(page) };
  },
  call: async ({ visitor }, values) => {
    const asked = await askRule(visitor, 'fund', values, { currency: 'NGN' });
    if (asked.status === 422) return asked;
    // A valid amount may still be impossible to dial.
    const input = { template: TEMPLATE, amount: values.amount, account_number: '' };
    return evaluated(visitor, 'funding.ussd', input);
  },
};

export const fundingForms = [card, ussd];
