import { field, press } from '../../screens/entry';
import type { Plan } from '../../screens/plans';
import { sheet } from '../../screens/wallet';
import { amount, oddAmount } from '../amounts';
import type { FormOnScreen } from '../form';
import { box, text } from './fields';

/** Five thousand to a hundred thousand naira. */
const PLAN = 'Quick Loan';
const LIMITS = { decimals: 2, thresholds: [500_000n, 10_000_000n] };

/** Only a quote: it is judged like the request, and requests nothing. */
const loan: FormOnScreen = {
  form: 'loan_subscription',
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
      // Its choice appears with a valid amount; the first one is a card.
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
      'Whoever has no confirmed phone sees what a loan costs, and is told before the acceptance.',
    'funding_source:insufficient_balance': 'Whether the wallet has the fee.',
    'method:insufficient_balance': 'Whether the wallet has the fee.',
  },
};

export const loanForms = [loan];
