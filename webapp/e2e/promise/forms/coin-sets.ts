import { field, press } from '../../screens/entry';
import { sheet } from '../../screens/wallet';
import { amount, type Limits, minor, oddAmount } from '../amounts';
import type { FormOnScreen, Visit } from '../form';
import { limitsOf } from '../payment';
import type { VisitorKind } from '../visitor';
import { box, text } from './fields';
import { aboveEach, besideTheChoice } from './funding-source';

const SET = 'Mixed Set';

interface Plan {
  id: string;
  name: string;
  /** The version of the terms, if the server keeps one. */
  version?: string;
  limits: { minimum: string; maximum: string | null };
}

const factsOf = ({ facts }: Visit) =>
  facts as unknown as { plan_id: string; plan_version: string | undefined; limits: Limits };

/** Only a quote: it is validated like the start of a coin set, but starts nothing. */
const coinSet = (source: 'card' | 'wallet', visitors: readonly VisitorKind[]): FormOnScreen => ({
  form: 'savings_subscription',
  file: 'features/plans/coins/coin-sheet.tsx',
  screen: `coin set by ${source}`,
  visitors,
  open: async (visitor, page) => {
    const plans = await visitor.must<Plan[]>('GET', '/plans?type=coins');
    const plan = plans.find(({ name }) => name === SET);
    if (!plan) throw new Error(`no plan ${SET}`);
    const { minimum, maximum } = plan.limits;
    const { thresholds } = await limitsOf(visitor, { wallet_number: '' });
    const bounds = [minor(minimum, 2), ...thresholds.slice(1)];
    if (maximum !== null) bounds.push(minor(maximum, 2));
    await page.goto('/plans');
    await page.getByRole('tab', { name: 'Flexible' }).click();
    await press(page, `Start plan: ${SET}`);
    // The payment method appears with a valid amount.
    await field(page, 'Amount (NGN)').fill(minimum);
    const name = source === 'card' ? /^Card/ : /^Wallet/;
    await sheet(page).getByRole('radio', { name }).check();
    return {
      root: sheet(page),
      given: { funding_source: source },
      facts: { plan_id: plan.id, plan_version: plan.version, limits: { decimals: 2, thresholds: bounds } },
    };
  },
  fields: {
    name: text('Name of the set', (random) => `Rainy days ${random.digits(2)}`, 3, 200),
    amount: {
      label: 'Amount (NGN)',
      valid: (random, visit) => amount(random, factsOf(visit).limits),
      boundary: (random, visit) => oddAmount(random, factsOf(visit).limits),
    },
    confirm: box('I know that a coin set can lose value.'),
  },
  always: (visit) => (source === 'wallet' ? aboveEach(factsOf(visit).limits) : []),
  call: (visit, values) =>
    visit.visitor.call('POST', '/quotes/plan', {
      ...values,
      plan_id: factsOf(visit).plan_id,
      plan_version: factsOf(visit).plan_version,
      type: 'coins',
    }),
  elsewhere: besideTheChoice,
});

export const coinSetForms = [
  coinSet('card', ['a member']),
  coinSet('wallet', ['a member', 'a member without money']),
];
