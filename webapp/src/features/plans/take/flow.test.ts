import { describe, expect, it } from 'vitest';
import type { CardStarted, Quote, Transaction } from '@/payment/types';
import type { Subscription } from '../types';
import { type Event, FIRST, type Shape, type Stage, transition } from './flow';

interface Wanted {
  amount: string;
  funding_source: 'wallet' | 'bank';
}

const wanted: Wanted = { amount: '1000', funding_source: 'wallet' };
const byBank: Wanted = { amount: '1000', funding_source: 'bank' };
const quote = { id: 'q' } as Quote;
const charge = { purpose: 'instalment', id: 'i', currency: 'NGN' } as const;
const checkout = { tx_ref: 't' } as CardStarted;
const charged = { id: 's', funding_source: 'card' } as Subscription;
const transferred = { id: 's', funding_source: 'bank' } as Subscription;
const paid = { reference: 'r', transaction: { reference: 'r' } as Transaction };

const EVENTS = {
  answered: { type: 'answered', wanted: { amount: '5' } },
  filled: { type: 'filled', wanted, quote },
  'filled by bank': { type: 'filled', wanted: byBank, quote },
  'filled without a price': { type: 'filled', wanted, quote: null },
  charged: { type: 'charged', wanted, charge, checkout },
  accepted: { type: 'accepted', wanted, quote },
  'awaits a card': { type: 'awaited', subscription: charged, charge },
  'awaits a transfer': { type: 'awaited', subscription: transferred, charge },
  done: { type: 'done', paid },
  back: { type: 'back' },
  restarted: { type: 'restarted' },
} as const satisfies Record<string, Event<Wanted>>;

const stepAt = (step: number, values: Partial<Wanted> = {}): Stage<Wanted> => ({
  name: 'form',
  step,
  wanted: values,
});
const at = {
  review: (values = wanted): Stage<Wanted> => ({ name: 'review', wanted: values, quote }),
  confirm: (values = wanted): Stage<Wanted> => ({ name: 'confirm', wanted: values, quote }),
  card: (values = wanted): Stage<Wanted> => ({ name: 'card', wanted: values, charge, subscription: charged }),
  account: (values = wanted): Stage<Wanted> => ({
    name: 'account_details',
    wanted: values,
    subscription: transferred,
  }),
  done: (values = wanted): Stage<Wanted> => ({ name: 'done', wanted: values, paid }),
};
const unpriced: Stage<Wanted> = { name: 'review', wanted, quote: null };
const checkedOut: Stage<Wanted> = { name: 'card', wanted, charge, checkout, subscription: null };

/** The changes of a stage; every other event leaves it unchanged, except `restarted`. */
type Changes = Partial<Record<keyof typeof EVENTS, Stage<Wanted>>>;

/** The changes by a price, after the form and again at the PIN. */
const priced = (next: Stage<Wanted>, nextByBank: Stage<Wanted>): Changes => ({
  filled: next,
  'filled by bank': nextByBank,
  'filled without a price': unpriced,
});
const fromPin = (values: Wanted, back: Stage<Wanted>): Changes => ({
  'awaits a card': at.card(values),
  'awaits a transfer': at.account(values),
  done: at.done(values),
  back,
});

type Rows = [stage: Stage<Wanted>, changes: Changes][];

const ends: Rows = [
  [at.card(), { done: at.done() }],
  [checkedOut, { done: at.done() }],
  [at.account(), { done: at.done() }],
  [at.done(), {}],
];

const savings = priced(at.review(), at.confirm(byBank));
const loan = priced(at.review(), at.review(byBank));
const instalment = priced(at.confirm(), at.confirm(byBank));
const answered = stepAt(1, { amount: '5' });

const KINDS: Record<string, { shape: Shape<Wanted>; rows: Rows }> = {
  'savings, without a review for a bank transfer': {
    shape: { before: 0, reviews: ({ funding_source }) => funding_source !== 'bank' },
    rows: [
      [FIRST, { ...savings, charged: checkedOut }],
      [at.review(), { accepted: at.confirm(), back: stepAt(0, wanted) }],
      [at.confirm(), { ...savings, ...fromPin(wanted, at.review()) }],
      [at.confirm(byBank), { ...savings, ...fromPin(byBank, stepAt(0, byBank)) }],
    ],
  },
  'a loan or a group, with a stage before the form': {
    shape: { before: 1, reviews: () => true },
    rows: [
      [FIRST, { answered }],
      [stepAt(1), { ...loan, charged: checkedOut, back: FIRST }],
      [unpriced, { accepted: at.confirm(), back: stepAt(1, wanted) }],
      [at.review(), { accepted: at.confirm(), back: stepAt(1, wanted) }],
      [at.confirm(), { ...loan, ...fromPin(wanted, at.review()) }],
    ],
  },
  'an instalment, without a review': {
    shape: { before: 1, reviews: () => false },
    rows: [
      [FIRST, { answered }],
      [stepAt(1), { ...instalment, charged: checkedOut, back: FIRST }],
      [at.confirm(), { ...instalment, ...fromPin(wanted, stepAt(1, wanted)) }],
    ],
  },
};

describe.each(Object.entries(KINDS))('%s', (_, { shape, rows }) => {
  it.each([...rows, ...ends])('%o', (stage, changes) => {
    const back = stage === checkedOut && { back: stepAt(shape.before, wanted) };
    const expected: Changes = { ...changes, ...back, restarted: FIRST };
    for (const [name, event] of Object.entries(EVENTS)) {
      expect(transition(shape, stage, event), name).toEqual(expected[name as keyof Changes] ?? stage);
    }
  });
});
