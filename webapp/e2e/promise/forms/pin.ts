import { field } from '../../screens/entry';
import { sheet } from '../../screens/wallet';
import { oddDigits } from '../digits';
import type { Field, FormOnScreen } from '../form';
import { again, openSettings } from './fields';

const PINS = '0000 1111 9999 1234 4321 0001 123 12345 12\u00a04 １２３４ abcd -123 1.25'.split(' ');
const pin = (label: string): Field => ({
  label,
  valid: (random) => `2${random.digits(3)}`,
  boundary: (random) => (random.chance(70) ? random.pick(PINS) : oddDigits(random, 4)),
});

const changePin: FormOnScreen = {
  form: 'pin_change',
  file: 'features/identity/pin-sheet.tsx',
  screen: 'transaction PIN',
  visitors: ['a member without a PIN', 'a member', 'a member whose PIN was reset'],
  open: async (visitor, page) => {
    const status = await visitor.must<Record<string, string>>('GET', '/wallet/pin-status');
    await openSettings(page, 'Transaction PIN');
    await field(page, 'New PIN').waitFor();
    return { root: sheet(page), facts: { status: status.NGN } };
  },
  fields: {
    // Never the current PIN, so that nothing changes.
    old_pin: { ...pin('Old PIN'), valid: (random) => `1${random.digits(3)}`, comesAndGoes: true },
    pin: pin('New PIN'),
    confirm_pin: again('Confirm PIN', 'pin'),
  },
  call: ({ visitor, facts }, values) => {
    const body = { ...values, currency: 'NGN' };
    return facts.status === 'absent'
      ? visitor.call('POST', '/account/settings/pin/create', body)
      : visitor.call('PUT', '/wallet/pin-update', body);
  },
  serverOnly: {
    'old_pin:mismatch': 'Whether it is the old PIN.',
    pin_locked: 'The number of wrong entries of the old PIN.',
    reauthentication_required: 'Whether the user has recently authenticated.',
  },
};

export const pinForms = [changePin];
