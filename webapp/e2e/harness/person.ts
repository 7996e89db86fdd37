import { randomInt } from 'node:crypto';
import { Api, type Session, type VirtualAccount } from './api';
import { Sandbox } from './sandbox';

/** A user of the app. */
export type Person = {
  name: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  password: string;
  pin: string;
};

let count = 0;

/** A person with a unique name, so that journeys never share one. */
export function newPerson(firstName = 'Amina', lastName = 'Bello'): Person {
  count += 1;
  const tag = `${Date.now().toString(36)}${count}${randomInt(1000)}`;
  return {
    name: `${firstName} ${lastName}`,
    firstName,
    lastName,
    email: `${firstName.toLowerCase()}.${tag}@example.com`,
    phone: `080${String(randomInt(100_000_000)).padStart(8, '0')}`,
    password: 'Harmattan!Dust7',
    pin: '2580',
  };
}

/** A user with an account, created over HTTP where sign-up is not the journey's subject. */
export type Member = Person & { api: Api; user: Session };

/** Signs up, verifies, completes the profile and sets the PIN. */
export async function newMember(
  origin: string,
  person: Person = newPerson(),
  business?: string,
  { pin = true } = {},
): Promise<Member> {
  const api = new Api(origin, business);
  const sandbox = new Sandbox(origin);
  const { name, email, phone, password } = person;
  await api.must('POST', '/auth/register', { name, email, phone, password, agreement: true });
  const user = await api.must<Session>('POST', '/auth/verify', { email, code: await sandbox.code(email) });
  api.token = user.access_token;
  await api.must('POST', '/profile', {
    first_name: person.firstName,
    last_name: person.lastName,
    gender: 'female',
    dob: '14-03-1994',
  });
  if (pin) {
    await api.must('POST', '/account/settings/pin/create', {
      pin: person.pin,
      confirm_pin: person.pin,
      currency: 'NGN',
    });
  }
  return { ...person, api, user };
}

/** Creates a member with money in the naira wallet. */
export async function newFundedMember(
  origin: string,
  amount: string,
  person: Person = newPerson(),
): Promise<Member> {
  const member = await newMember(origin, person);
  await addFunds(origin, member, amount);
  return member;
}

/** A bank transfer to the member's naira wallet. */
export async function addFunds(origin: string, { api }: Member, amount: string): Promise<void> {
  const account = await api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  await new Sandbox(origin).credit(account.account_number, amount);
}

/** Signs in again over HTTP after the server's clock has expired the session. */
export async function signInAgain({ api, email, password }: Member): Promise<void> {
  api.token = undefined;
  api.token = (await api.must<Session>('POST', '/auth/login', { email, password })).access_token;
}

/** Confirms the phone number, as in the settings. */
export async function confirmPhone({ api, phone }: Member, sandbox: Sandbox): Promise<void> {
  const number = { dial_code: '+234', phone };
  await api.must('POST', '/phone/code', number);
  await api.must('POST', '/phone', { ...number, code: await sandbox.code(phone) });
}

/** Saves bank accounts whose numbers begin with 01234567. */
export async function saveAccounts({ api }: Member, count: number): Promise<string[]> {
  const numbers = Array.from({ length: count }, (_, index) => `01234567${String(index).padStart(2, '0')}`);
  for (const account_number of numbers) {
    const found = { bank_code: '058', account_number };
    const { account_name } = await api.must<{ account_name: string }>('POST', '/enquire', found);
    await api.must('POST', '/bank-account', { ...found, bank_name: 'GTBank', account_name });
  }
  return numbers;
}

/** The user that `backend seed` creates. */
export const demo = { email: 'ada@example.com', password: 'Mango-Season-24', pin: '2580' };
