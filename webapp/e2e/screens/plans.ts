import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { Quote } from '../harness/api';
import type { Member } from '../harness/person';
import { field, press } from './entry';
import { sheet } from './wallet';

/** The plans' screens, found by their visible text. */

export type Plan = { id: string; name: string; version: number };
export type Instalment = {
  id: string;
  number: number;
  amount: string;
  amount_paid: string;
  status: string;
  due_at: string;
};
export type Subscription = {
  id: string;
  name: string;
  status: string;
  reference: string;
  code: string | null;
  pot: string;
  due_at: string | null;
  progress: { paid: string; total: string } | null;
  savings: Instalment[];
  members: { uuid: string; name: string; is_me: boolean; progress: unknown; instalments: unknown }[];
};

export const savingsOf = async (member: Member): Promise<Subscription[]> =>
  (await member.api.must<{ data: Subscription[] }>('GET', '/subscriptions?type=savings')).data;

export async function planNamed(member: Member, name: string): Promise<Plan> {
  const plans = await member.api.must<Plan[]>('GET', '/plans?type=savings');
  const plan = plans.find((one) => one.name === name);
  if (!plan) throw new Error(`no plan ${name}`);
  return plan;
}

/** A payment from the wallet, from quote to response. */
export async function payFromWallet(
  member: Pick<Member, 'api' | 'pin'>,
  calls: { quote: string; pay: string; action: string },
  body: object,
): Promise<unknown> {
  const key = randomUUID();
  const quote = await member.api.must<Quote>('POST', calls.quote, body);
  const request = { ...body, quote_id: quote.id };
  const grant = await member.api.must<{ authorisation: string }>('POST', '/wallet/pin-confirm', {
    pin: member.pin,
    currency: 'NGN',
    action: calls.action,
    amount: quote.amount,
    payee: quote.payee,
    idempotency_key: key,
    request,
  });
  return member.api.must('POST', calls.pay, request, {
    'idempotency-key': key,
    'x-pin-authorisation': grant.authorisation,
  });
}

/** A loan whose fee is paid from the wallet. Proves identity and phone; returns the loan's reference. */
export async function requestLoan(member: Pick<Member, 'api' | 'pin'>): Promise<string> {
  const { api } = member;
  const plans = await api.must<Plan[]>('GET', '/plans?type=loan');
  const plan = plans.find(({ name }) => name === 'Quick Loan');
  const calls = { quote: '/quotes/plan', pay: '/plans/subscribe', action: 'loan_request' };
  await payFromWallet(member, calls, {
    plan_id: plan?.id,
    plan_version: plan?.version,
    type: 'loan',
    name: 'New shop',
    amount: '10000',
    funding_source: 'wallet',
    latitude: '6.5',
    longitude: '3.4',
    confirm: true,
  });
  const { data } = await api.must<{ data: { reference: string }[] }>('GET', '/subscriptions?type=loan');
  return data[0]?.reference ?? '';
}

/** Savings from the wallet, where starting them is not the journey's subject. */
export async function startSavings(
  member: Member,
  planName: string,
  {
    name = 'School fees',
    amount = '2000',
    ...recurrence
  }: { name?: string; amount?: string; duration?: string; duration_unit?: 'day' | 'week' | 'month' } = {},
): Promise<Subscription> {
  const { id, version } = await planNamed(member, planName);
  const terms = { plan_id: id, plan_version: version, type: 'savings', ...recurrence };
  const body = { ...terms, name, amount, funding_source: 'wallet', confirm: true };
  const calls = { quote: '/quotes/plan', pay: '/plans/subscribe', action: 'savings_start' };
  await payFromWallet(member, calls, body);
  const [newest] = await savingsOf(member);
  if (!newest) throw new Error('no savings');
  return newest;
}

/** From the list of savings to the details of the newest, or of those with a name. */
export async function openSavings(page: Page, name = ''): Promise<void> {
  await page.goto('/my-savings');
  await page.locator('main a[href*="/my-savings?id="]').filter({ hasText: name }).first().click();
  await page.waitForURL('**/my-savings?id=**');
}

/** From the list to a plan's form. */
export async function choosePlan(page: Page, name: string): Promise<void> {
  await page.goto('/saves?all=yes');
  await page.getByRole('button', { name: `Start saving: ${name}` }).click();
  await field(page, 'What are you saving for?').waitFor();
}

export const amountOf = (page: Page) => field(page, 'Amount of each instalment (NGN)');

/** Fills in the form, up to the button. */
export async function fillSavings(
  page: Page,
  { name = 'School fees', amount = '2000', source = 'Wallet' } = {},
): Promise<void> {
  await field(page, 'What are you saving for?').fill(name);
  await amountOf(page).fill(amount);
  await sheet(page).getByRole('radio', { name: source }).check();
  await page.getByRole('checkbox', { name: /I confirm the plan/ }).check();
  await press(page, 'Proceed');
}

/** The summary of one kind of plan in its view of the dashboard. */
export async function planSummary(page: Page): Promise<{ settled: string; balance: string }> {
  const figure = async (name: string) => {
    const term = page.getByRole('tabpanel').getByText(name, { exact: true });
    return (await term.locator('xpath=ancestor-or-self::dt/following-sibling::dd').textContent()) ?? '';
  };
  return { settled: await figure('Settled'), balance: await figure('Balance') };
}
