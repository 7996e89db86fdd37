import { randomUUID } from 'node:crypto';
import { field } from '../../screens/entry';
import { openConvert, sheet } from '../../screens/wallet';
import { amount, oddAmount } from '../amounts';
import type { FormOnScreen } from '../form';
import { paymentOf } from '../payment';
import { box } from './fields';

const DECIMALS = 2;

/** Submitted without the PIN's authorisation: an invalid form is refused earlier, and a valid one moves nothing. */
const exchange: FormOnScreen = {
  form: 'exchange',
  file: 'features/wallet/exchange/form-stage.tsx',
  screen: 'money, converted',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await page.goto('/dashboard');
    await openConvert(page);
    await field(page, 'Amount (NGN)').waitFor();
    // A cent at the sample rates.
    const limits = { decimals: DECIMALS, thresholds: [1n, 1506n] };
    return { root: sheet(page), facts: { currency: 'NGN', limits } };
  },
  fields: {
    amount: {
      label: 'Amount (NGN)',
      valid: (random, visit) => amount(random, paymentOf(visit).limits),
      boundary: (random, visit) => oddAmount(random, paymentOf(visit).limits),
    },
    confirm: box('I want to convert this money to USD.'),
  },
  call: ({ visitor }, values) =>
    visitor.call(
      'POST',
      '/convert',
      { ...values, from: 'NGN', to: 'USD' },
      { 'idempotency-key': randomUUID() },
    ),
  serverOnly: { pin_authorisation_required: 'Whether the PIN authorised the payment.' },
};

export const exchangeForms = [exchange];
