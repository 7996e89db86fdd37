import type { Page } from 'playwright-core';
import { newPerson } from '../../harness/person';
import { enterCode, field, heading, press } from '../../screens/entry';
import { sheet } from '../../screens/wallet';
import type { FormOnScreen, Visit } from '../form';
import type { Visitor } from '../people';
import { oddDigits, password } from '../texts';
import { again, easyPasswords, newPassword, text } from './fields';

const openSettings = async (page: Page, entry: string) => {
  await page.goto('/settings');
  await press(page, entry);
  await sheet(page).waitFor();
};

const newPasswords = {
  password: newPassword('New password'),
  confirm_password: again('Confirm password', 'password'),
};
const easy = (field: string, again: string) => (visit: Visit) =>
  easyPasswords(visit).map((password) => ({ [field]: password, [again]: password }));

/** Sets the password with the code; once that has succeeded, the next one needs another. */
async function reset({ visitor, facts }: Visit, values: object) {
  const { email } = visitor.person;
  const answer = await visitor.call('POST', '/reset/password', { ...values, email, code: facts.code });
  if (answer.status < 400) {
    await visitor.must('POST', '/forgot/password', { email });
    facts.code = await visitor.sandbox.code(email, String(facts.code));
  }
  return answer;
}

const forgotten: FormOnScreen = {
  form: 'reset_password',
  screen: 'reset password',
  visitors: ['a guest', 'a guest of Esusu'],
  open: async (visitor, page) => {
    const { email, code } = await signUp(visitor);
    await page.goto('/forgot-password');
    await field(page, 'Email').fill(email);
    await press(page, 'Reset Password');
    await heading(page, 'Enter the code').waitFor();
    const sent = await visitor.sandbox.code(email, code);
    await enterCode(page, sent);
    await heading(page, 'Choose a new password').waitFor();
    return { root: page.getByRole('main'), facts: { code: sent } };
  },
  fields: newPasswords,
  always: easy('password', 'confirm_password'),
  call: reset,
};

/** A new account for a guest, whose address is proven. */
async function signUp(visitor: Visitor) {
  const person = newPerson();
  const { name, email, phone, password } = person;
  await visitor.must('POST', '/auth/register', { name, email, phone, password, agreement: true });
  const code = await visitor.sandbox.code(email);
  await visitor.must('POST', '/auth/verify', { email, code });
  visitor.person = person;
  visitor.words = [name, email, ...visitor.words.slice(2)];
  return { email, code };
}

const first: FormOnScreen = {
  form: 'reset_password',
  screen: 'first password',
  visitors: ['a member without password and phone'],
  open: async (visitor, page) => {
    const { email } = visitor.person;
    const before = (await visitor.sandbox.messages(email)).find(({ code }) => code)?.code ?? undefined;
    await openSettings(page, 'Set a password');
    await press(page, 'Send code');
    const code = await visitor.sandbox.code(email, before);
    await enterCode(page, code);
    await field(page, 'New password').focus();
    await page.waitForLoadState('networkidle');
    // A password that is accepted ends every session, this page's too: it is not to hear of it.
    visitor.watch.allow(/ERR_INTERNET_DISCONNECTED/, /Failed to fetch/);
    await visitor.context.setOffline(true);
    return { root: sheet(page), facts: { code } };
  },
  fields: newPasswords,
  always: easy('password', 'confirm_password'),
  call: reset,
};

const change: FormOnScreen = {
  form: 'password_change',
  screen: 'change password',
  visitors: ['a member', 'a member of Esusu'],
  open: async (_visitor, page) => {
    await openSettings(page, 'Change password');
    return { root: sheet(page) };
  },
  fields: {
    // Never the right one: nothing is changed.
    old_password: text('Old password', password, 6, 128),
    new_password: {
      ...newPassword('New password'),
      odd: (random, visit, before) =>
        random.chance(20) ? (before.old_password ?? '') : newPassword('').odd(random, visit, before),
    },
    confirm: again('Confirm the new password', 'new_password'),
  },
  always: easy('new_password', 'confirm'),
  call: ({ visitor }, values) => visitor.call('POST', '/user/change-password', values),
  beyond: { 'old_password:mismatch': 'Whether it is the old password.' },
};

const PINS = [
  '0000',
  '1111',
  '9999',
  '1234',
  '4321',
  '0001',
  '123',
  '12345',
  '12 4',
  '１２３４',
  'abcd',
  '-123',
  '1.25',
];
const pin = (label: string) => ({
  label,
  right: (random: Parameters<typeof password>[0]) => `2${random.digits(3)}`,
  odd: (random: Parameters<typeof password>[0]) =>
    random.chance(70) ? random.pick(PINS) : oddDigits(random, 4),
});

const changePin: FormOnScreen = {
  form: 'pin_change',
  screen: 'transaction PIN',
  visitors: ['a member without a PIN', 'a member', 'a member whose PIN was reset'],
  open: async (visitor, page) => {
    const status = await visitor.must<Record<string, string>>('GET', '/wallet/pin-status');
    await openSettings(page, 'Transaction PIN');
    await field(page, 'New PIN').waitFor();
    return { root: sheet(page), facts: { status: status.NGN } };
  },
  fields: {
    // Never the right one: nothing is changed.
    old_pin: { ...pin('Old PIN'), right: (random) => `1${random.digits(3)}`, comesAndGoes: true },
    pin: pin('New PIN'),
    confirm_pin: again('Confirm PIN', 'pin'),
  },
  call: ({ visitor, facts }, values) => {
    const body = { ...values, currency: 'NGN' };
    return facts.status === 'absent'
      ? visitor.call('POST', '/account/settings/pin/create', body)
      : visitor.call('PUT', '/wallet/pin-update', body);
  },
  beyond: {
    'old_pin:mismatch': 'Whether it is the old PIN.',
    pin_locked: 'How often the old PIN was wrong.',
    reauthentication_required: 'Whether the person has just proven who they are.',
  },
};

export const secretForms = [forgotten, first, change, changePin];
