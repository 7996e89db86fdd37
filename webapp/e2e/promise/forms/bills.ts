import { randomUUID } from 'node:crypto';
import { field } from '../../screens/entry';
import { amount, oddAmount } from '../amounts';
import { oddDigits, phone } from '../digits';
import type { FormOnScreen } from '../form';
import { limitsOf, paymentOf } from '../payment';
import { box } from './fields';

const NETWORKS = ['mtn', 'airtel', 'glo', 'etisalat'];

/** Sent without the PIN's authorisation: an invalid form is refused before that is checked, and a valid one buys nothing. */
const airtime: FormOnScreen = {
  form: 'airtime',
  screen: 'airtime',
  visitors: ['a member', 'a member who hides balances', 'a member without money', 'a capped member'],
  open: async (visitor, page) => {
    await page.goto('/services?type=airtime');
    await field(page, 'Amount (NGN)').waitFor();
    const limits = await limitsOf(visitor, { wallet_number: '' });
    return { root: page.getByRole('main'), facts: { currency: 'NGN', limits } };
  },
  fields: {
    network: {
      label: 'Network',
      valid: (random) => random.pick(NETWORKS),
      boundary: (random) => random.pick(NETWORKS),
    },
    phone: { label: 'Phone number', valid: phone, boundary: (random) => oddDigits(random, 11) },
    amount: {
      label: 'Amount (NGN)',
      valid: (random, visit) => amount(random, paymentOf(visit).limits),
      boundary: (random, visit) => oddAmount(random, paymentOf(visit).limits),
    },
    confirm: box('I confirm that the phone number and the amount are right.'),
  },
  call: ({ visitor }, values) =>
    visitor.call('POST', '/vas/airtime', values, { 'idempotency-key': randomUUID() }),
  serverOnly: { pin_authorisation_required: 'Whether the PIN authorised the payment.' },
};

export const billForms = [airtime];
