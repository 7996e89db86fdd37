import type { Page } from 'playwright-core';
import { field, press } from '../../screens/entry';
import { enterNewBank, openTransfer, sheet } from '../../screens/wallet';
import { oddDigits } from '../digits';
import type { FormOnScreen, Values, Visit } from '../form';
import type { Visitor } from '../visitor';

interface Bank {
  code: string;
  name: string;
}

/** An account unknown to the sandbox's bank. */
const UNKNOWN_ACCOUNT = '0000000000';
const isWhole = ({ bank_code, account_number }: Values) =>
  bank_code !== '' && /^\d{10}$/.test(String(account_number));

const nameOfBank = ({ facts }: Visit, code: unknown) =>
  (facts.banks as Bank[]).find((bank) => bank.code === code)?.name ?? '';

/** A new bank account. The screen looks up its name as soon as the number is complete. */
const newAccount = (screen: string, open: (page: Page) => Promise<void>): FormOnScreen => ({
  form: 'bank_account',
  file: 'features/wallet/bank-account-form.tsx',
  screen,
  visitors: ['a member'],
  open: async (visitor, page) => {
    await open(page);
    const root = sheet(page);
    await root.getByLabel('Bank', { exact: true }).locator('option').nth(1).waitFor({ state: 'attached' });
    return { root, facts: { banks: await visitor.must<Bank[]>('GET', '/banks') } };
  },
  fields: {
    bank_code: {
      label: 'Bank',
      valid: (random, { facts }) => random.pick(facts.banks as Bank[]).code,
      boundary: () => '',
    },
    account_number: {
      label: 'Account number',
      // The sandbox's unresponsive account would cause a failure, not a validation result.
      valid: (random) => `1${random.digits(9)}`,
      boundary: (random) => (random.chance(30) ? UNKNOWN_ACCOUNT : oddDigits(random, 10)),
    },
    account_name: { label: 'Account name', valid: () => '', boundary: () => '' },
  },
  settles: async ({ root }) => {
    await root.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
  },
  call: (visit, values) => {
    // The bank's name comes with the account's.
    const bank_name = values.account_name === '' ? '' : nameOfBank(visit, values.bank_code);
    return visit.visitor.call('POST', '/bank-account', { ...values, bank_name });
  },
  elsewhere: {
    bank_name: {
      because: 'It comes with the name of the account, below which the message is shown.',
      shown: async ({ root }) =>
        (await root.getByLabel('Account name').getAttribute('aria-invalid')) === 'true',
    },
  },
  instead: {
    account_name: {
      because: 'If the bank did not name the account, its message is shown there.',
      call: async ({ visitor }, values) =>
        isWhole(values) ? visitor.call('POST', '/enquire', values) : null,
    },
  },
});

const inSettings = newAccount('new bank account', async (page) => {
  await page.goto('/bank-account');
  await press(page, 'Add bank account');
});

const inTransfer = newAccount('transfer: new bank account', async (page) => {
  await page.goto('/dashboard');
  await openTransfer(page);
  await sheet(page).getByRole('button', { name: 'Bank Account' }).click();
  await enterNewBank(page);
});

/** Saves a bank account for the visitor. */
export async function saveAccount(visitor: Visitor, account_number: string) {
  const [bank] = await visitor.must<Bank[]>('GET', '/banks');
  const found = { bank_code: bank?.code, account_number };
  const { account_name } = await visitor.must<{ account_name: string }>('POST', '/enquire', found);
  const account = { ...found, bank_name: bank?.name, account_name };
  const { id } = await visitor.must<{ id: string }>('POST', '/bank-account', account);
  return { ...account, id };
}

const OWN = '0123456789';

const remove: FormOnScreen = {
  form: 'bank_account_delete',
  file: 'routes/bank-accounts.tsx',
  screen: 'delete bank account',
  visitors: ['a member of Esusu'],
  open: async (visitor, page) => {
    const { id, account_name } = await saveAccount(visitor, OWN);
    await page.goto('/bank-account');
    await press(page, `Delete ${account_name}`);
    await field(page, 'Account number').waitFor();
    return { root: sheet(page), facts: { id } };
  },
  fields: {
    typed: {
      label: 'Account number',
      valid: (random) => (random.chance(30) ? OWN : random.digits(10)),
      boundary: (random) =>
        random.pick([
          OWN.slice(1),
          `${OWN} `,
          ` ${OWN}`,
          `${OWN}0`,
          OWN.replace('0', '٠'),
          OWN.replace('0', 'O'),
        ]),
    },
  },
  call: ({ visitor, facts }, values) => visitor.call('DELETE', `/bank-account/${facts.id}`, values),
  reopens: ({ status }) => status < 400,
};

export const bankForms = [remove, inSettings, inTransfer];
