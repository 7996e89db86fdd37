import type { Page } from 'playwright-core';
import { field, heading, press } from '../../screens/entry';
import { oddDigits, phone } from '../digits';
import type { FormOnScreen, Visit } from '../form';
import { email, fullName, oddEmail } from '../texts';
import { box, easyPasswords, newPassword, text } from './fields';

const emailField = { label: 'Email', valid: email, boundary: oddEmail };
const phoneField = {
  label: 'Phone',
  valid: phone,
  boundary: (random: Parameters<typeof phone>[0]) => oddDigits(random, 11),
};
const referrerField = text('Referral code (optional)', () => '', 64);

const onPage = async (page: Page, path: string, title: string) => {
  await page.goto(path);
  await heading(page, title).waitFor();
  return { root: page.getByRole('main') };
};

const register: FormOnScreen = {
  form: 'register',
  screen: 'register',
  visitors: ['a guest', 'a guest of Esusu'],
  open: (_visitor, page) => onPage(page, '/register', 'Create your account'),
  fields: {
    name: text('Name', fullName, 3, 100),
    email: emailField,
    phone: phoneField,
    password: newPassword('Password'),
    referrer: referrerField,
    agreement: box('I have read the terms, and I agree to them.'),
  },
  always: (visit) => [
    ...easyPasswords(visit).map((password) => ({ password })),
    { name: 'Babatunde Fashola', password: 'Fashola2024!' },
  ],
  call: ({ visitor }, values) => visitor.call('POST', '/auth/register', values),
};

const login: FormOnScreen = {
  form: 'login',
  screen: 'login',
  visitors: ['a guest'],
  open: (_visitor, page) => onPage(page, '/login', 'Welcome back'),
  fields: { email: emailField, password: text('Password', () => 'Harmattan!Dust7', 6, 128) },
  call: ({ visitor }, values) => visitor.call('POST', '/auth/login', values),
  serverOnly: { 'email:mismatch': 'Whether there is such a person, and whether it is their password.' },
};

const forgotPassword: FormOnScreen = {
  form: 'forgot_password',
  screen: 'forgot password',
  visitors: ['a guest'],
  open: (_visitor, page) => onPage(page, '/forgot-password', 'Reset your password'),
  fields: { email: emailField },
  call: ({ visitor }, values) => visitor.call('POST', '/forgot/password', values),
};

const LABELS = { bvn: 'Bank verification number (BVN)', nin: 'National identity number (NIN)' };

/** A national number on the page where one signs in, or up. */
const number = (mode: 'bvn' | 'nin', page: '/login' | '/register'): FormOnScreen => ({
  form: 'identity_number',
  screen: `${page.slice(1)} with a ${mode.toUpperCase()}`,
  visitors: page === '/login' ? ['a guest', 'a guest with a long referral code'] : ['a guest'],
  open: async (_visitor, at) => {
    const opened = await onPage(at, page, page === '/login' ? 'Welcome back' : 'Create your account');
    await press(at, mode.toUpperCase());
    await field(at, LABELS[mode]).waitFor();
    // On the page where one signs in, a code that a link brought is sent along without being asked for.
    const referrer = await at.evaluate(() => localStorage.getItem('referrer') ?? '');
    return { ...opened, given: { mode, referrer } };
  },
  fields: {
    value: {
      label: LABELS[mode],
      valid: (random) =>
        random.chance(30)
          ? `${mode === 'bvn' ? 221 : 711}000000${random.between(10, 24)}`
          : random.digits(11),
      boundary: (random) => oddDigits(random, 11),
    },
    referrer: { ...referrerField, comesAndGoes: true },
  },
  call: ({ visitor }: Visit, { value, referrer }) => {
    const path = page === '/login' ? '/identity/auth/init' : '/identity/register/init';
    return visitor.call('POST', path, { [mode]: value, ...(referrer && { referrer }) });
  },
  names: { [mode]: { form: 'value', because: 'The call takes the number under the name of its kind.' } },
});

/** Nothing is sent from this page: the same number is sent where a phone is added. */
const phoneEntry: FormOnScreen = {
  form: 'phone',
  screen: 'phone number',
  visitors: ['a member'],
  open: (_visitor, page) => onPage(page, '/otp-page', 'Verify your phone'),
  fields: { phone: phoneField },
  call: ({ visitor }, values) => visitor.call('POST', '/phone/code', values),
  serverOnly: { phone_already_set: 'Whether the person has a number.' },
};

export const entryForms = [
  register,
  login,
  forgotPassword,
  number('bvn', '/login'),
  number('nin', '/login'),
  number('bvn', '/register'),
  number('nin', '/register'),
  phoneEntry,
];
export { phoneField };
