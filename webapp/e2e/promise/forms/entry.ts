import type { Page } from 'playwright-core';
import { field, fillNameAndEmail, heading, press } from '../../screens/entry';
import { oddDigits, phone } from '../digits';
import type { Field, FormOnScreen, Values, Visit } from '../form';
import { email, fullName, oddEmail } from '../texts';
import { box, easyPasswords, newPassword, text } from './fields';

const emailField = { label: 'Email', valid: email, boundary: oddEmail };
/** The number of digits by dial code. */
const DIGITS: Record<string, number> = { '+234': 11, '+233': 9, '+235': 8 };
const DIAL_CODES = Object.keys(DIGITS);
const digitsOf = ({ dial_code }: Values) => DIGITS[String(dial_code)] ?? 11;
const phoneFields: Record<'dial_code' | 'phone', Field> = {
  dial_code: {
    label: 'Country',
    valid: (random) => random.pick(DIAL_CODES),
    boundary: (random) => random.pick(DIAL_CODES),
  },
  phone: {
    label: 'Phone',
    valid: (random, _visit, before) =>
      digitsOf(before) === 11 ? phone(random) : random.digits(digitsOf(before)),
    boundary: (random, _visit, before) => oddDigits(random, random.chance(80) ? digitsOf(before) : 11),
  },
};
const UNKNOWN_REFERRER = { 'referrer:not_allowed': 'Whether the code exists.' };
const referrerField = text('Referral code (optional)', () => '', 64);

const onPage = async (page: Page, path: string, title: string) => {
  await page.goto(path);
  await heading(page, title).waitFor();
  // The prerendered form does not validate empty fields; the app's form, which replaces it, does.
  await page.locator(':root:not([data-first])').waitFor();
  return { root: page.getByRole('main') };
};

/** Turns to the page with the field, if another one is shown. */
async function turn(page: Page, way: 'back' | 'forward', label: string): Promise<void> {
  if ((await field(page, label).count()) === 0) await page.evaluate((to) => history[to](), way);
  await field(page, label).waitFor();
}

const register: FormOnScreen = {
  form: 'register',
  file: 'routes/register.tsx',
  screen: 'register',
  visitors: ['a guest', 'a guest of Esusu'],
  open: async (_visitor, page) => {
    const opened = await onPage(page, '/register', 'Create your account');
    await fillNameAndEmail(page, { name: 'Kemi Ogun', email: 'kemi@example.com' });
    await press(page, 'Have a code?');
    return opened;
  },
  // Forward is open whatever was typed meanwhile.
  pages: [
    { names: ['name', 'email'], turnTo: ({ page }) => turn(page, 'back', 'Name') },
    {
      names: ['dial_code', 'phone', 'password', 'referrer', 'agreement'],
      turnTo: ({ page }) => turn(page, 'forward', 'Phone'),
    },
  ],
  fields: {
    name: text('Name', fullName, 3, 100),
    email: emailField,
    ...phoneFields,
    password: newPassword('Password'),
    referrer: referrerField,
    agreement: box('I agree to the terms'),
  },
  always: (visit) => [
    ...easyPasswords(visit).map((password) => ({ password })),
    { name: 'Babatunde Fashola', password: 'Fashola2024!' },
  ],
  call: ({ visitor }, values) => visitor.call('POST', '/auth/register', values),
  serverOnly: UNKNOWN_REFERRER,
};

const login: FormOnScreen = {
  form: 'login',
  file: 'routes/login.tsx',
  screen: 'login',
  visitors: ['a guest'],
  open: (_visitor, page) => onPage(page, '/login', 'Welcome back'),
  fields: { email: emailField, password: text('Password', () => 'Harmattan!Dust7', 6, 128) },
  call: ({ visitor }, values) => visitor.call('POST', '/auth/login', values),
  serverOnly: { 'email:mismatch': 'Whether the account exists, and whether the password is right.' },
};

const forgotPassword: FormOnScreen = {
  form: 'forgot_password',
  file: 'routes/password.tsx',
  screen: 'forgot password',
  visitors: ['a guest'],
  open: (_visitor, page) => onPage(page, '/forgot-password', 'Reset your password'),
  fields: { email: emailField },
  call: ({ visitor }, values) => visitor.call('POST', '/forgot/password', values),
};

const LABELS = { bvn: 'Bank verification number (BVN)', nin: 'National identity number (NIN)' };

/** A national number on the sign-in or sign-up page. */
const number = (mode: 'bvn' | 'nin', page: '/login' | '/register'): FormOnScreen => ({
  form: 'identity_number',
  file: 'features/identity/number-form.tsx',
  screen: `${page.slice(1)} with a ${mode.toUpperCase()}`,
  visitors: page === '/login' ? ['a guest', 'a guest with a long referral code'] : ['a guest'],
  open: async (_visitor, at) => {
    const opened = await onPage(at, page, page === '/login' ? 'Welcome back' : 'Create your account');
    await press(at, mode.toUpperCase());
    await field(at, LABELS[mode]).waitFor();
    // The sign-in page sends a referral code from a link along, without a field.
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
  names: { [mode]: { form: 'value', because: 'The call names the number by its kind.' } },
  serverOnly: UNKNOWN_REFERRER,
});

/** This page sends nothing: the next one sends the number. */
const phoneEntry: FormOnScreen = {
  form: 'phone',
  file: 'routes/phone.tsx',
  screen: 'phone number',
  visitors: ['a member'],
  open: (_visitor, page) => onPage(page, '/otp-page', 'Verify your phone'),
  fields: phoneFields,
  call: ({ visitor }, values) => visitor.call('POST', '/phone/code', values),
  serverOnly: { too_many_requests: 'When the last code was sent.' },
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
export { phoneFields };
