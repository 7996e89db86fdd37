import type { CardStarted, Quote, Transaction } from '@/payment/types';
import type { CardBody } from '../common/mutations';
import type { Subscription } from '../types';

/** The result: the payment by PIN or card, or the plan that a bank transfer has started. */
export interface Paid {
  /** The plan's reference, or that of a payment for it. */
  reference: string;
  transaction?: Transaction;
  subscription?: Subscription;
}

/** Taking or paying a plan, stage by stage. `W`: the user's values. */
export type Stage<W> =
  /** The steps of the kind, the last of which is its form. */
  | { name: 'form'; step: number; wanted: Partial<W> }
  /** The terms to accept. The quote is null if it is fetched on acceptance. */
  | { name: 'review'; wanted: W; quote: Quote | null }
  /** The PIN. */
  | { name: 'confirm'; wanted: W; quote: Quote }
  /** The card company's page. The subscription is null if no plan was taken for it. */
  | { name: 'card'; wanted: W; charge: CardBody; checkout?: CardStarted; subscription: Subscription | null }
  /** The account to send money to. */
  | { name: 'account_details'; wanted: W; subscription: Subscription }
  | { name: 'done'; wanted: W; paid: Paid };

export type Event<W> =
  /** A step before the form is complete. */
  | { type: 'answered'; wanted: Partial<W> }
  /** The form is complete, or the price has changed since. */
  | { type: 'filled'; wanted: W; quote: Quote | null }
  /** A card pays without a PIN: it takes no plan. */
  | { type: 'charged'; wanted: W; charge: CardBody; checkout: CardStarted }
  | { type: 'accepted'; wanted: W; quote: Quote }
  /** The plan is taken, and awaits money from a card or a bank. */
  | { type: 'awaited'; subscription: Subscription; charge: CardBody }
  | { type: 'done'; paid: Paid }
  | { type: 'back' }
  /** The sheet has closed, or the terms have changed. */
  | { type: 'restarted' };

/** The stages that a kind adds and omits. */
export interface Shape<W> {
  /** The number of steps before the form. */
  before: number;
  /** Whether these values are reviewed before the PIN. */
  reviews: (wanted: W) => boolean;
}

export const FIRST = { name: 'form', step: 0, wanted: {} } as const;

type Of<Union, Key extends string, Value> = Extract<Union, Record<Key, Value>>;
type Step<W, Name, Type> = (
  stage: Of<Stage<W>, 'name', Name>,
  event: Of<Event<W>, 'type', Type>,
  shape: Shape<W>,
) => Stage<W>;

type Values = object;

const atForm = (wanted: Values, { before }: Shape<Values>): Stage<Values> => ({
  name: 'form',
  step: before,
  wanted,
});

const priced = (wanted: Values, quote: Quote | null, { reviews }: Shape<Values>): Stage<Values> =>
  quote === null || reviews(wanted) ? { name: 'review', wanted, quote } : { name: 'confirm', wanted, quote };

const done: Step<Values, 'confirm' | 'card' | 'account_details', 'done'> = ({ wanted }, { paid }) => ({
  name: 'done',
  wanted,
  paid,
});

/** The stages that events lead to. An event that is absent leaves the stage unchanged. */
const TABLE: {
  [Name in Stage<Values>['name']]: { [Type in Event<Values>['type']]?: Step<Values, Name, Type> };
} = {
  form: {
    answered: (stage, { wanted }, { before }) =>
      stage.step < before ? { ...stage, step: stage.step + 1, wanted } : stage,
    // The user may have gone back while the price was fetched.
    filled: (stage, { wanted, quote }, shape) =>
      stage.step === shape.before ? priced(wanted, quote, shape) : stage,
    charged: (stage, { wanted, charge, checkout }, { before }) =>
      stage.step === before ? { name: 'card', wanted, charge, checkout, subscription: null } : stage,
    back: (stage) => (stage.step > 0 ? { ...stage, step: stage.step - 1, wanted: {} } : stage),
  },
  review: {
    accepted: (_, { wanted, quote }) => ({ name: 'confirm', wanted, quote }),
    back: ({ wanted }, _, shape) => atForm(wanted, shape),
  },
  confirm: {
    filled: (_, { wanted, quote }, shape) => priced(wanted, quote, shape),
    awaited: ({ wanted }, { subscription, charge }) =>
      subscription.funding_source === 'card'
        ? { name: 'card', wanted, charge, subscription }
        : { name: 'account_details', wanted, subscription },
    done,
    back: ({ wanted, quote }, _, shape) =>
      shape.reviews(wanted) ? { name: 'review', wanted, quote } : atForm(wanted, shape),
  },
  card: {
    done,
    // There is no way back from a plan that is taken.
    back: (stage, _, shape) => (stage.subscription ? stage : atForm(stage.wanted, shape)),
  },
  account_details: { done },
  done: {},
};

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition<W extends Values>(shape: Shape<W>, stage: Stage<W>, event: Event<W>): Stage<W> {
  if (event.type === 'restarted') return FIRST;
  const row: { [Type in Event<W>['type']]?: unknown } = TABLE[stage.name];
  const next = row[event.type] as
    | ((stage: Stage<W>, event: Event<W>, shape: Shape<W>) => Stage<W>)
    | undefined;
  return next ? next(stage, event, shape) : stage;
}
