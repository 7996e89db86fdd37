import { describe, expect, it } from 'vitest';
import { categoryOf } from '@/payment/kinds';
import type { Quote } from '@/payment/types';
import {
  type Event,
  FIRST,
  movementOf,
  orderOf,
  type Payee,
  quoteBody,
  type Stage,
  transition,
} from './flow';

const payee: Payee = { destination: 'wallet', number: '1234567890', name: 'A•• O•••••' };
const bank: Payee = {
  destination: 'bank',
  account: {
    bank_code: '057',
    bank_name: 'Zenith Bank',
    account_number: '2012345678',
    account_name: 'NWOSU NGOZI',
    save: true,
  },
};
const draft = { amount: '750', description: 'Lunch' };
const quote = { id: 'q1', amount: '750.00', currency: 'NGN', payee: 'wallet:1234567890' } as Quote;

const STAGES: Stage[] = [
  { name: 'recipient', destination: 'wallet', adding: false },
  { name: 'form', payee, draft },
  { name: 'receipt', payee, draft, quote },
  { name: 'authorize', payee, draft, quote },
];
const EVENTS: Event[] = [
  { type: 'chose', destination: 'wallet' },
  { type: 'named', payee },
  { type: 'quoted', draft, quote },
  { type: 'requoted', quote },
  { type: 'accepted' },
  { type: 'back' },
];

/** Each row is a stage, each column an event; a dash leaves the stage unchanged. */
const TABLE: Record<Stage['name'], (Stage['name'] | '-')[]> = {
  recipient: ['recipient', 'form', '-', '-', '-', 'recipient'],
  form: ['-', '-', 'receipt', '-', '-', 'recipient'],
  receipt: ['-', '-', '-', '-', 'authorize', 'form'],
  authorize: ['-', '-', '-', 'receipt', '-', 'receipt'],
};

describe('the stages of a transfer', () => {
  for (const stage of STAGES) {
    for (const [index, event] of EVENTS.entries()) {
      const expected = TABLE[stage.name][index];
      it(`${stage.name} on ${event.type} ${expected === '-' ? 'stays' : `goes to ${expected}`}`, () => {
        const next = transition(stage, event);
        if (expected === '-') expect(next).toEqual(stage);
        else expect(next.name).toBe(expected);
      });
    }
  }

  it('steps back from a new account to its number, then to the saved ones, then to all payees', () => {
    const adding = transition({ name: 'form', payee: bank, draft }, { type: 'back' });
    expect(adding).toEqual({ name: 'recipient', destination: 'bank', adding: true });
    const saved = transition(adding, { type: 'back' });
    expect(saved).toEqual({ name: 'recipient', destination: 'bank', adding: false });
    expect(transition(saved, { type: 'added' })).toEqual(adding);
    expect(transition(saved, { type: 'back' })).toEqual(FIRST);
    expect(transition(adding, { type: 'back', none: true })).toEqual(FIRST);
    const known: Payee = { destination: 'bank', account: { ...bank.account, id: 'b1' } };
    expect(transition({ name: 'form', payee: known, draft }, { type: 'back' })).toEqual(saved);
  });

  it('leads from a recent payee at the displayed price straight to the PIN, and back to its review', () => {
    const known: Payee = { ...payee, known: true };
    const form: Stage = { name: 'form', payee: known, draft };
    const pin = transition(form, { type: 'quoted', draft, quote, agreed: true });
    expect(pin).toEqual({ name: 'authorize', payee: known, draft, quote });
    expect(transition(pin, { type: 'back' }).name).toBe('receipt');
    expect(transition(form, { type: 'quoted', draft, quote, agreed: false }).name).toBe('receipt');
    expect(transition(form, { type: 'back' })).toEqual(FIRST);
  });

  it('keeps the typed values when stepping back from the review', () => {
    expect(transition({ name: 'receipt', payee, draft, quote }, { type: 'back' })).toEqual({
      name: 'form',
      payee,
      draft,
    });
  });
});

describe('the request', () => {
  it('names the saved account, or contains the new one', () => {
    const saved: Payee = { destination: 'bank', account: { ...bank.account, id: 'b1' } };
    expect(quoteBody(saved, '500', 'NGN')).toEqual({
      destination: 'bank',
      amount: '500',
      currency: 'NGN',
      bank_account_id: 'b1',
    });
    expect(quoteBody(bank, '500', 'NGN')).toEqual({
      destination: 'bank',
      amount: '500',
      currency: 'NGN',
      bank_code: '057',
      account_number: '2012345678',
    });
  });

  it('pays the quoted amount, not the typed one', () => {
    const { kind, order } = orderOf({ name: 'authorize', payee, draft, quote });
    expect(kind).toBe('wallet_transfer');
    expect(order).toMatchObject({ amount: '750.00', currency: 'NGN', payee: 'wallet:1234567890' });
    expect(order.body).toMatchObject({
      quote_id: 'q1',
      amount: '750.00',
      receive_wallet: '1234567890',
      confirm: true,
    });
  });

  it('has the category of its movement', () => {
    expect(categoryOf(movementOf(bank))).toBe('withdraw');
    expect(categoryOf(movementOf(payee))).toBe('wallet-transfer');
  });

  it('saves a new bank account only on request', () => {
    const { kind, order } = orderOf({ name: 'authorize', payee: bank, draft, quote });
    expect(kind).toBe('withdraw');
    expect(order.body).toMatchObject({ account_number: '2012345678', save_beneficiary: true });
  });
});
