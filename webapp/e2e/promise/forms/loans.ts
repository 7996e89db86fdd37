import { field, press } from '../../screens/entry';
import type { Plan } from '../../screens/plans';
import { sheet } from '../../screens/wallet';
import { amount, oddAmount } from '../amounts';
import type { FormOnScreen } from '../form';
import { box, text } from './fields';
import { aboveEach, atTheForm } from './funding-source';

/** A plan from five thousand to a hundred thousand naira. */
const PLAN = 'Quick Loan';
const LIMITS = { decimals: 2, thresholds: [500_000n, 10_000_000n] };

/** Only a quote: it is validated like the request, but requests nothing. */
const loan: FormOnScreen = {
  form: 'loan_subscription',
  file: 'features/plans/loans/loan-sheet.tsx',
  screen: 'loan',
  visitors: ['a member', 'a member without money'],
  open: async (visitor, page) => {
    const plans = await visitor.must<Plan[]>('GET', '/plans?type=loan');
    const plan = plans.find(({ name }) => name === PLAN);
    await page.goto('/loans');
    await page.getByRole('button', { name: `Take loan: ${PLAN}` }).click();
    await press(page, 'I agree to these terms');
    await field(page, 'Purpose of the loan').waitFor();
    return {
      root: sheet(page),
      // The payment method appears with a valid amount; the first is a card.
      given: { funding_source: 'card' },
      facts: { plan_id: plan?.id, plan_version: plan?.version },
    };
  },
  fields: {
    name: text('Purpose of the loan', (random) => random.pick(['Shop', 'School fees', 'A new roof']), 3, 120),
    amount: {
      label: 'Amount (NGN)',
      valid: (random) => amount(random, LIMITS),
      boundary: (random) => oddAmount(random, LIMITS),
    },
    confirm: box('I confirm that the purpose and the amount are right.'),
  },
  call: ({ visitor, facts }, values) =>
    visitor.call('POST', '/quotes/plan', {
      ...values,
      ...facts,
      type: 'loan',
      latitude: '6.5',
      longitude: '3.4',
    }),
  serverOnly: {
    'phone:not_allowed':
      'Users without a confirmed phone see the cost of a loan, and the requirement before they accept it.',
    'funding_source:insufficient_balance': 'Whether the wallet has the fee.',
    'method:insufficient_balance': 'Whether the wallet has the fee.',
  },
};

interface Borrowed {
  data: { id: string; status: string }[];
}
/** The minimum payment, the borrower's balance, and the debt. */
const OWED = { decimals: 2, thresholds: [100n, 1_005_000n, 1_050_000n] };

/** Only a quote: no money moves. */
const repayment: FormOnScreen = {
  form: 'payment',
  file: 'features/plans/take/parts/pay-steps.tsx',
  screen: 'loan repayment',
  visitors: ['a borrower'],
  open: async (visitor, page) => {
    const { data } = await visitor.must<Borrowed>('GET', '/subscriptions?type=loan');
    await page.goto('/my-loans');
    await page.getByRole('button', { name: /New shop/, expanded: false }).click();
    await press(page, 'Pay loan: New shop');
    await sheet(page)
      .getByRole('button', { name: /^Wallet/ })
      .click();
    await field(page, 'Amount (NGN)').waitFor();
    return { root: sheet(page), given: { method: 'wallet' }, facts: { id: data[0]?.id } };
  },
  fields: {
    amount: {
      label: 'Amount (NGN)',
      valid: (random) => amount(random, OWED),
      boundary: (random) => oddAmount(random, OWED),
    },
  },
  always: () => aboveEach(OWED),
  call: ({ visitor, facts }, values) => visitor.call('POST', '/quotes/loan', { ...values, id: facts.id }),
  elsewhere: atTheForm,
};

export const loanForms = [loan, repayment];
