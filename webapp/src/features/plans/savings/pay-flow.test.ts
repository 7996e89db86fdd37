import { describe, expect, it } from 'vitest';
import { type Event, FIRST, type Stage, transition } from './pay-flow';

const body = { id: 'i', amount: '500', method: 'wallet' } as const;
const quote = { id: 'q' } as never;
const checkout = { tx_ref: 't' } as never;

const stages: Record<string, Stage> = {
  method: FIRST,
  amount: { name: 'amount', method: 'wallet' },
  authorize: { name: 'authorize', body, quote },
  card: { name: 'card', checkout },
  paid: { name: 'paid', amount: '500.00' },
};
const events: Record<string, Event> = {
  chosen: { type: 'chosen', method: 'wallet' },
  quoted: { type: 'quoted', body, quote },
  checked_out: { type: 'checked_out', checkout },
  paid: { type: 'paid', amount: '500.00' },
  back: { type: 'back' },
};

/** What changes; every other pair leaves the stage as it is. */
const changes: Record<string, Stage> = {
  'method chosen': { name: 'amount', method: 'wallet' },
  'amount quoted': { name: 'authorize', body, quote },
  'amount checked_out': { name: 'card', checkout },
  'amount back': FIRST,
  'authorize quoted': { name: 'authorize', body, quote },
  'authorize paid': { name: 'paid', amount: '500.00' },
  'authorize back': { name: 'amount', method: 'wallet' },
  'card paid': { name: 'paid', amount: '500.00' },
  'card back': { name: 'amount', method: 'card' },
};

describe('paying an instalment', () => {
  for (const [name, stage] of Object.entries(stages))
    for (const [what, event] of Object.entries(events))
      it(`${name}, ${what}`, () => {
        expect(transition(stage, event)).toEqual(changes[`${name} ${what}`] ?? stage);
      });
});
