import type { Page } from 'playwright-core';
import { newPerson } from '../../harness/person';
import { field, press } from '../../screens/entry';
import { sheet } from '../../screens/wallet';
import type { FormOnScreen, Values, Visit } from '../form';
import { email, oddEmail } from '../texts';
import { phoneFields } from './entry';
import { openSettings } from './fields';
import { about } from './profile';

/** A customer's account, opened by an agent: three forms whose values are sent together. */

const ABOUT = { first_name: 'Kemi', last_name: 'Ogun', gender: 'female', dob: '11-11-1980' };

/** Sends the customer a code; no account is opened before it is entered. */
function send({ visitor }: Visit, values: Values) {
  const { email: address, phone } = newPerson('Kemi', 'Ogun');
  const valid = { ...ABOUT, email: address, dial_code: '+234', phone };
  return visitor.call('POST', '/user/init', { ...valid, ...values });
}

const shared = {
  file: 'features/identity/open-account-sheet.tsx',
  visitors: ['an agent'],
  call: send,
  serverOnly: { too_many_requests: 'When the last code was sent.' },
} as const;

/** Opens the sheet and completes the stages before the given one. */
async function openStage(page: Page, stage: 'about' | 'email' | 'phone') {
  await openSettings(page, 'Open an account', 'profile');
  const root = sheet(page);
  if (stage !== 'about') {
    await field(page, 'First name').fill(ABOUT.first_name);
    await field(page, 'Last name').fill(ABOUT.last_name);
    await field(page, 'Gender').selectOption(ABOUT.gender);
    await field(page, 'Date of birth').fill(ABOUT.dob);
    await press(page, 'Continue');
    await field(page, 'Email').waitFor();
  }
  if (stage === 'phone') {
    await field(page, 'Email').fill(newPerson('Kemi', 'Ogun').email);
    await press(page, 'Continue');
    await field(page, 'Phone').waitFor();
  }
  return { root };
}

const { first_name, last_name, gender, dob } = about.fields;

const aboutThem: FormOnScreen = {
  ...shared,
  form: 'profile_about',
  screen: 'customer: about them',
  open: (_visitor, page) => openStage(page, 'about'),
  fields: { first_name, last_name, gender, dob } as FormOnScreen['fields'],
};

const address: FormOnScreen = {
  ...shared,
  form: 'forgot_password',
  screen: 'customer: email',
  open: (_visitor, page) => openStage(page, 'email'),
  fields: { email: { label: 'Email', valid: email, boundary: oddEmail } },
};

const phone: FormOnScreen = {
  ...shared,
  form: 'phone',
  screen: 'customer: phone',
  open: (_visitor, page) => openStage(page, 'phone'),
  fields: phoneFields,
};

export const customerForms = [aboutThem, address, phone];
