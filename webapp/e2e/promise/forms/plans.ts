import { randomUUID } from 'node:crypto';
import { type Member, newFundedMember, newMember } from '../../harness/person';
import { field, press } from '../../screens/entry';
import { openSavings, type Plan, payFromWallet, type Subscription } from '../../screens/plans';
import { sheet } from '../../screens/wallet';
import { amount, type Limits, oddAmount } from '../amounts';
import { oddDigits, phone } from '../digits';
import type { FormOnScreen, Visit } from '../form';
import { limitsOf } from '../payment';
import type { Random } from '../random';
import { email, fullName, oddEmail } from '../texts';
import type { Visitor, VisitorKind } from '../visitor';
import { box, text } from './fields';
import { aboveEach, atTheForm, besideTheChoice } from './funding-source';
import { askRule } from './rule';

const PLAN = 'Target Savings';
/** Below the threshold for payment methods, at it, and the plan's minimum. */
const LIMITS = { decimals: 2, thresholds: [100_000n, 10_000n, 900_000n] };
const AMOUNT = 'Amount of each instalment (NGN)';
const CONFIRM = 'I confirm the plan. The first instalment is paid today.';

/** A plan as the calls name it. */
async function planNamed(visitor: Pick<Visitor, 'api'>, wanted = PLAN) {
  const plans = await visitor.api.must<Plan[]>('GET', '/plans?type=savings');
  const plan = plans.find(({ name }) => name === wanted);
  return { plan_id: plan?.id, plan_version: plan?.version, type: 'savings' };
}

const isHidden =
  (label: string) =>
  async ({ root }: Visit): Promise<boolean> =>
    (await root.getByLabel(label, { exact: true }).count()) === 0;

/**
 * By card, every accepted form creates a plan awaiting a charge that never comes. From the wallet it is only quoted,
 * and validated like the start.
 */
const savings = (source: 'card' | 'wallet', visitors: readonly VisitorKind[]): FormOnScreen => ({
  form: 'savings_subscription',
  file: 'features/plans/savings/start-form.tsx',
  screen: `savings by ${source}`,
  visitors,
  open: async (visitor, page) => {
    const plan = await planNamed(visitor);
    const { thresholds } = await limitsOf(visitor, { wallet_number: '' });
    await page.goto(`/saves?plan=${plan.plan_id}&name=School%20fees&amount=2000&funding_source=${source}`);
    await field(page, AMOUNT).waitFor();
    const limits =
      source === 'card' ? LIMITS : { decimals: 2, thresholds: [100_000n, ...thresholds.slice(1)] };
    return { root: sheet(page), given: { funding_source: source }, facts: { plan, limits } };
  },
  fields: {
    name: text('What are you saving for?', (random) => `School ${random.digits(3)}`, 3, 200),
    amount: {
      label: AMOUNT,
      comesAndGoes: true,
      valid: (random, { facts }) => amount(random, facts.limits as Limits),
      boundary: (random, { facts }) => oddAmount(random, facts.limits as Limits),
    },
    confirm: { ...box(CONFIRM), comesAndGoes: true },
  },
  always: ({ facts }) => (source === 'wallet' ? aboveEach(facts.limits as Limits) : []),
  call: ({ visitor, facts }, values) => {
    const body = { ...values, confirm: Boolean(values.confirm), ...(facts.plan as object) };
    return visitor.call('POST', '/quotes/plan', body);
  },
  elsewhere: {
    ...besideTheChoice,
    amount: { because: 'It appears once there is a purpose.', shown: isHidden(AMOUNT) },
    confirm: { because: 'It appears once the amount can be paid.', shown: isHidden(CONFIRM) },
  },
});

const GROUP = 'Rent together';
const STARTING = { quote: '/quotes/plan', pay: '/plans/subscribe', action: 'savings_start' };
/** The limits of an instalment in a group. */
const GROUP_LIMITS = { decimals: 2, thresholds: [50_000n, 2_000_000n, 20_000_000n] };

/** The creator's group; always the same one. */
async function groupOf(creator: Pick<Member, 'api' | 'pin'>): Promise<Subscription | undefined> {
  const own = async () => {
    const path = '/subscriptions?type=savings';
    const { data } = await creator.api.must<{ data: Subscription[] }>('GET', path);
    return data.find(({ name }) => name === GROUP);
  };
  const known = await own();
  if (known) return known;
  const terms = { name: GROUP, amount: '500', funding_source: 'wallet', confirm: true };
  await payFromWallet(creator, STARTING, { ...terms, ...(await planNamed(creator, 'Group Savings')) });
  return own();
}

/** Errors of the wallet appear below the form. */
const inWallet = {
  funding_source: {
    because: 'There is no payment method to choose: errors of the wallet appear below the form.',
    shown: ({ root }: Visit) =>
      root
        .getByText(/^your balance is too low/)
        .waitFor()
        .then(() => true),
  },
};

/** The instalment of a member joining a group by its code. Only quotes are requested. */
const joinGroup: FormOnScreen = {
  form: 'savings_subscription',
  file: 'features/plans/groups/use-instalment-form.ts',
  screen: 'join a group',
  visitors: ['a member', 'a member without money'],
  open: async ({ server }, page) => {
    const group = await groupOf(await newFundedMember(server.url, '1000.00'));
    await page.goto('/my-savings');
    await press(page, 'Join a plan');
    await field(page, 'Plan code').fill(group?.code ?? '');
    await press(page, 'Continue');
    await field(page, 'Your instalment (NGN)').waitFor();
    return { root: sheet(page), facts: { code: group?.code } };
  },
  fields: {
    amount: {
      label: 'Your instalment (NGN)',
      valid: (random) => amount(random, GROUP_LIMITS),
      boundary: (random) => oddAmount(random, GROUP_LIMITS),
    },
  },
  call: ({ visitor, facts }, { amount }) =>
    visitor.call('POST', '/quotes/join', { code: facts.code, amount }),
  elsewhere: inWallet,
};

/**
 * The instalment of a member added by the group's creator. It names the creator, who is already in the group, so no
 * member is added.
 */
const addMember: FormOnScreen = {
  form: 'savings_subscription',
  file: 'features/plans/groups/use-instalment-form.ts',
  screen: 'add to a group',
  visitors: ['a member'],
  open: async (visitor, page) => {
    const group = await groupOf({ api: visitor.api, pin: visitor.person.pin });
    const friend = await newMember(visitor.server.url);
    const me = await visitor.must<{ uuid: string }>('GET', '/auth/me');
    await page.goto(`/my-savings?id=${group?.id}`);
    await press(page, `Add user: ${GROUP}`);
    await field(page, 'Email address').fill(friend.email);
    await sheet(page).getByRole('list', { name: 'Users' }).getByRole('button').click();
    await field(page, 'Their instalment (NGN)').waitFor();
    return { root: sheet(page), facts: { code: group?.code, user: me.uuid } };
  },
  fields: {
    amount: {
      label: 'Their instalment (NGN)',
      valid: (random) => amount(random, GROUP_LIMITS),
      boundary: (random) => oddAmount(random, GROUP_LIMITS),
    },
  },
  call: ({ visitor, facts }, { amount }) =>
    visitor.call(
      'POST',
      '/plans/join',
      { code: facts.code, user: facts.user, amount },
      { 'idempotency-key': randomUUID() },
    ),
  serverOnly: { 'user:not_allowed': 'Whether they are in the group already.' },
};

const PHONE = {
  label: 'Their phone number',
  valid: phone,
  boundary: (random: Random) => oddDigits(random, 11),
};

/** An account for a friend invited to a group: sending the code. */
const friend: FormOnScreen = {
  form: 'group_member',
  file: 'features/identity/friend-account.tsx',
  screen: 'account for a friend',
  visitors: ['a member'],
  open: async (visitor, page) => {
    const group = await groupOf({ api: visitor.api, pin: visitor.person.pin });
    await page.goto(`/my-savings?id=${group?.id}`);
    await press(page, `Add user: ${GROUP}`);
    await field(page, 'Email address').fill('nobody.at.all@example.ng');
    await press(page, 'Open an account for them');
    await field(page, 'Their name').waitFor();
    return { root: sheet(page), facts: { id: group?.id } };
  },
  fields: {
    name: text('Their name', fullName, 3, 100),
    phone: PHONE,
    email: { label: 'Their email address', valid: email, boundary: oddEmail },
  },
  call: ({ visitor, facts }, values) =>
    visitor.call('POST', `/subscriptions/${facts.id}/members/init`, values),
};

const NOT_PAID = { pin_authorisation_required: 'Whether the PIN authorised the payment.' };
/** The open part of the instalment, and the minimum payment. */
const OWED = { decimals: 2, thresholds: [100n, 100_000n] };

const payment: FormOnScreen = {
  form: 'payment',
  file: 'features/plans/take/parts/pay-steps.tsx',
  screen: 'pay savings',
  visitors: ['a member'],
  open: async (visitor, page) => {
    const terms = { name: 'Rent', amount: '1000', funding_source: 'wallet', confirm: true };
    const body = { ...terms, ...(await planNamed(visitor)) };
    await payFromWallet({ api: visitor.api, pin: visitor.person.pin }, STARTING, body);
    const { data } = await visitor.must<{ data: Subscription[] }>('GET', '/subscriptions?type=savings');
    await openSavings(page, 'Rent');
    await page.getByRole('button', { name: 'Pay: Rent', exact: true }).first().click();
    await sheet(page)
      .getByRole('button', { name: /^Wallet/ })
      .click();
    await field(page, 'Amount (NGN)').waitFor();
    const instalment = data[0]?.savings.find(({ status }) => status !== 'PAID')?.id;
    return { root: sheet(page), given: { method: 'wallet' }, facts: { instalment } };
  },
  fields: {
    amount: {
      label: 'Amount (NGN)',
      valid: (random) => amount(random, OWED),
      boundary: (random) => oddAmount(random, OWED),
    },
  },
  call: ({ visitor, facts }, values) =>
    visitor.call(
      'POST',
      '/savings/pay',
      { ...values, id: facts.instalment },
      { 'idempotency-key': randomUUID() },
    ),
  serverOnly: NOT_PAID,
  elsewhere: atTheForm,
};

const planCode: FormOnScreen = {
  form: 'plan_code',
  file: 'features/plans/groups/join-sheet.tsx',
  screen: 'join plan',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await page.goto('/my-savings');
    await press(page, 'Join a plan');
    await field(page, 'Plan code').waitFor();
    return { root: sheet(page) };
  },
  fields: { code: text('Plan code', () => 'NOWHERE1', 6, 64) },
  call: ({ visitor }, { code }) => visitor.call('POST', '/quotes/join', { code, amount: '1000' }),
  serverOnly: { not_found: 'Whether a plan has the code.' },
};

/** Nothing is sent: the values go into the savings form. The server evaluates the rule itself. */
const preserveNaira: FormOnScreen = {
  form: 'preserve_naira',
  file: 'features/plans/preserve-naira-sheet.tsx',
  screen: 'preserve naira',
  visitors: ['a member'],
  open: async (visitor, page) => {
    await page.goto('/dashboard');
    await page.getByRole('tab', { name: 'Savings' }).click();
    await press(page, 'Preserve Naira');
    await field(page, 'Amount (NGN)').waitFor();
    // Other forms start at home; the server remembers the view.
    await visitor.must('PUT', '/accounts/active', { account: 'home' });
    return { root: sheet(page) };
  },
  fields: {
    amount: {
      label: 'Amount (NGN)',
      valid: (random) => amount(random, LIMITS),
      boundary: (random) => oddAmount(random, LIMITS),
    },
  },
  call: ({ visitor }, values) => askRule(visitor, 'preserve_naira', values),
};

/** Nothing is sent: the values choose the plan and fill in its form. The server evaluates the rule itself. */
const goal: FormOnScreen = {
  form: 'savings_goal',
  file: 'features/plans/savings/goal-step.tsx',
  screen: 'goal of savings',
  visitors: ['a member'],
  open: async (_visitor, page) => {
    await page.goto('/saves?goal=other');
    await field(page, 'What is it?').waitFor();
    return { root: page.getByRole('main') };
  },
  fields: {
    name: text('What is it?', (random) => `A roof ${random.digits(3)}`, 3, 200),
    amount: {
      label: 'How much do you need? (NGN)',
      valid: (random) => amount(random, LIMITS),
      boundary: (random) => oddAmount(random, LIMITS),
    },
  },
  call: ({ visitor }, values) =>
    askRule(visitor, 'savings_goal', { ...values, by: '2099-12-01' }, { today: '2026-11-27' }),
};

export const planForms = [
  goal,
  savings('card', ['a member', 'a member without money']),
  savings('wallet', ['a member', 'a member without money']),
  payment,
  planCode,
  preserveNaira,
  friend,
  joinGroup,
  addMember,
];
