import type { Session, VirtualAccount } from '../harness/api';
import { requestLoan } from '../screens/plans';
import type { Visitor, VisitorKind } from './visitor';

const BALANCE: Partial<Record<VisitorKind, [currency: string, amount: string]>> = {
  'a member': ['NGN', '20000.00'],
  'a member of Esusu': ['NGN', '20000.00'],
  'a member without a PIN': ['NGN', '20000.00'],
  'a member who hides balances': ['NGN', '20000.00'],
  'a restricted member': ['NGN', '20000.00'],
  // Less than the cap on the first day of a new browser.
  'a member with dollars': ['USD', '20.00'],
  // Enough for a loan's fee; together with the loan, less than the debt.
  'a borrower': ['NGN', '150.00'],
  // More than the cap on the first day of a new password.
  'a capped member': ['NGN', '200000.00'],
};

const NEW_PASSWORD = 'Monsoon!Clay83';
/** The first person of the sandbox's register. */
const REGISTERED = { bvn: '22100000001', phone: '08030000001' };
/** Another person in the register, who borrows. */
const BORROWER = {
  first_name: 'Ifeoma',
  last_name: 'Nwosu',
  gender: 'female',
  dob: '09-09-1978',
  bvn: '22100000009',
  phone: '08030000009',
};

/** Creates an account of the visitor's kind, and signs in the browser and the API client. */
export async function join(visitor: Visitor): Promise<void> {
  const { kind, api } = visitor;
  if (kind === 'a member with a proven identity') {
    const { bvn, phone } = REGISTERED;
    await api.must('POST', '/identity/register/init', { bvn });
    api.token = await visitor.enter('/identity/register/create', {
      bvn,
      code: await visitor.sandbox.code(phone),
    });
    return;
  }
  const { firstName: first_name, lastName: last_name } = visitor.person;
  const profile = { first_name, last_name, gender: 'female', dob: '14-03-1994' };
  const proof = await register(visitor);
  if (kind === 'a member without password and phone') {
    // Verified in another browser than the one that signed up: the profile entered there does not count.
    api.token = await visitor.enter('/auth/verify', proof);
    visitor.words = [proof.email.split('@')[0] ?? '', proof.email, visitor.brand.name];
    await api.must('POST', '/profile', profile);
    return;
  }
  api.token = (await api.must<Session>('POST', '/auth/verify', proof)).access_token;
  if (kind !== 'a member without a profile') await api.must('POST', '/profile', profile);
  await become(visitor);
  // The sign-up code would replace the password for a first PIN.
  await visitor.signIn();
  await visitor.enter('/auth/login', { email: proof.email, password: visitor.person.password });
}

/** Signs up; returns the proof of the address. */
export async function register({ person, api, sandbox }: Visitor): Promise<{ email: string; code: string }> {
  const { name, email, phone, password } = person;
  await api.must('POST', '/auth/register', { name, email, phone, password, agreement: true });
  return { email, code: await sandbox.code(email) };
}

/** Sets up the properties of the visitor's kind. */
async function become(visitor: Visitor): Promise<void> {
  const { kind, person, api, sandbox, server } = visitor;
  const { email, password, pin } = person;
  if (kind !== 'a member without a PIN')
    await api.must('POST', '/account/settings/pin/create', { pin, confirm_pin: pin, currency: 'NGN' });
  if (kind === 'a member with dollars') {
    const first = { pin, confirm_pin: pin, password, currency: 'USD' };
    await api.must('POST', '/account/settings/pin/create', first);
  }
  const [currency, amount] = BALANCE[kind] ?? [];
  if (currency && amount) {
    const account = await api.must<VirtualAccount>('POST', '/accounts/fund', { type: currency });
    await sandbox.credit(account.account_number, amount);
  }
  if (kind === 'a capped member') {
    const change = { old_password: password, new_password: NEW_PASSWORD, confirm: NEW_PASSWORD };
    await api.must('POST', '/user/change-password', change);
    person.password = NEW_PASSWORD;
  }
  if (kind === 'an agent') {
    server.run('tenant', 'role', 'ajo', 'agent', '--permission', 'users.create');
    server.run('user', 'give-role', email, 'agent', '--by', 'A test');
  }
  if (kind === 'a borrower') await borrow(visitor);
  if (kind === 'a member whose PIN was reset') server.run('user', 'reset-pin', email, '--by', 'A test');
  if (kind === 'a restricted member') server.run('user', 'restrict', email, '--by', 'A test');
}

/** Proves identity and phone, requests ten thousand naira, and has it paid out. */
async function borrow({ person, api, sandbox, server }: Visitor): Promise<void> {
  const { bvn, phone: registered, ...name } = BORROWER;
  await api.must('POST', '/profile', name);
  await api.must('POST', '/verify/bvn', { bvn });
  await api.must('POST', '/verify/bvn', { bvn, code: await sandbox.code(registered) });
  const number = { dial_code: '+234', phone: person.phone };
  await api.must('POST', '/phone/code', number);
  await api.must('POST', '/phone', { ...number, code: await sandbox.code(person.phone) });
  const reference = await requestLoan({ api, pin: person.pin });
  server.run('loan', 'approve', reference, '--by', 'A test');
}
