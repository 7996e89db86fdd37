import type { Page } from 'playwright-core';
import { field } from '../../screens/entry';
import { sheet } from '../../screens/wallet';
import { birthday, oddDate, oddDigits } from '../digits';
import type { FormOnScreen } from '../form';
import { email, firstName, lastName, oddEmail } from '../texts';
import { phoneFields } from './entry';
import { chosen, openSettings, text } from './fields';

const LAGOS = new Intl.DateTimeFormat('en-CA', { timeZone: 'Africa/Lagos', dateStyle: 'short' });

const openProfile = async (page: Page, part: string, label: string) => {
  await page.goto(`/profile?edit=true&session=${part}`);
  await field(page, label).waitFor();
  return { root: page.getByRole('main') };
};

export const about: FormOnScreen = {
  form: 'profile_about',
  file: 'features/identity/about-card.tsx',
  screen: 'profile: about you',
  visitors: ['a member', 'a member with a proven identity'],
  open: (_visitor, page) => openProfile(page, 'about', 'First name'),
  fields: {
    first_name: text('First name', firstName, 1, 100),
    last_name: text('Last name', lastName, 1, 100),
    gender: chosen('Gender', ['female', 'male']),
    dob: {
      label: 'Date of birth',
      valid: birthday,
      boundary: (random) => oddDate(random, LAGOS.format(new Date())),
    },
    about: text('About (optional)', () => 'I sell cloth in Balogun market.', 12, 500),
  },
  call: ({ visitor }, values) => visitor.call('POST', '/profile', values),
};

/** Countries with and without states. */
const COUNTRIES = [
  'Nigeria',
  'Ghana',
  'Monaco',
  'Singapore',
  'United Kingdom',
  'Australia',
  'Kenya',
  'Canada',
];

const address: FormOnScreen = {
  form: 'profile_address',
  file: 'features/identity/address-card.tsx',
  screen: 'profile: address',
  visitors: ['a member'],
  open: (_visitor, page) => openProfile(page, 'address', 'City'),
  fields: {
    address: text('Address', () => '12, Allen Avenue', 3, 200),
    country: {
      label: 'Country',
      valid: () => 'Nigeria',
      boundary: (random) => random.pick(COUNTRIES),
    },
    state: { ...chosen('State', ['Lagos', 'Oyo', 'Kano']), comesAndGoes: true },
    city: text('City', () => 'Ikeja', 1, 100),
    lga: text('Local government (optional)', () => 'Ikeja', 100),
    postal_code: text('Postal code', (random) => random.digits(6), 5, 16),
    landmark: text('Landmark (optional)', () => 'Opposite the market', 100),
  },
  call: ({ visitor }, values) => visitor.call('POST', '/profile', values),
};

const openStep = async (page: Page, step: RegExp, label: string) => {
  await page.goto('/verify');
  await page.getByRole('button', { name: step }).click();
  await sheet(page).getByLabel(label, { exact: true }).waitFor();
  return { root: sheet(page) };
};

const phone: FormOnScreen = {
  form: 'phone',
  file: 'features/identity/phone-sheet.tsx',
  screen: 'verification: phone',
  visitors: ['a member without password and phone'],
  open: (_visitor, page) => openStep(page, /^Phone/, 'Phone'),
  fields: phoneFields,
  call: ({ visitor }, values) => visitor.call('POST', '/phone/code', values),
  serverOnly: { too_many_requests: 'When the last code was sent.' },
};

const MISSING = 'Your names and your date of birth are missing.';
const inNotice = {
  because: 'The names and the date of birth are those of the profile. A notice links to it.',
  shown: ({ root }: { root: ReturnType<Page['locator']> }) => root.getByText(MISSING).isVisible(),
};

const identity: FormOnScreen = {
  form: 'identity',
  file: 'features/identity/identity-sheet.tsx',
  screen: 'verification: identity',
  visitors: ['a member', 'a member without a profile'],
  open: (_visitor, page) => openStep(page, /^Identity/, 'Number'),
  fields: {
    mode: chosen('BVN or NIN', ['bvn', 'nin']),
    value: {
      label: 'Number',
      // A number unknown to the register or of another person, so that nothing is proven.
      valid: (random) => (random.chance(50) ? `221000000${random.between(10, 24)}` : random.digits(11)),
      boundary: (random) => oddDigits(random, 11),
    },
  },
  call: ({ visitor }, { mode, value }) =>
    visitor.call('POST', mode === 'nin' ? '/verify/nin' : '/verify/bvn', { [String(mode)]: value }),
  names: {
    bvn: { form: 'value', because: 'The call names the number by its kind.' },
    nin: { form: 'value', because: 'The call names the number by its kind.' },
  },
  serverOnly: {
    'bvn:mismatch': 'The register’s person with the number.',
    'nin:mismatch': 'The register’s person with the number.',
  },
  elsewhere: { first_name: inNotice, last_name: inNotice, dob: inNotice },
};

/** The code goes to the new address; nothing changes until it is entered. */
const newAddress: FormOnScreen = {
  form: 'forgot_password',
  file: 'features/identity/email-sheet.tsx',
  screen: 'change email',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await openSettings(page, 'Change email');
    return { root: sheet(page) };
  },
  fields: { email: { label: 'New email address', valid: email, boundary: oddEmail } },
  call: ({ visitor }, values) =>
    visitor.call('POST', '/email/code', { ...values, password: visitor.person.password }),
  serverOnly: { too_many_requests: 'When the last code was sent.' },
};

export const profileForms = [about, address, phone, identity, newAddress];
