import { describe, expect, it } from 'vitest';
import { type Event, FIRST, type Stage, transition } from './start-flow';

const body = { plan_id: 'p', amount: '1000' } as never;
const quote = { id: 'q', total: '1000.00' } as never;
const subscription = { id: 's' } as never;
const checkout = { tx_ref: 't' } as never;

const receipt: Stage = { name: 'receipt', body, quote };
const cardReceipt: Stage = { name: 'receipt', body, quote: null };
const details: Stage = { name: 'account_details', subscription };
const arrived: Stage = { name: 'arrived', subscription };
const authorize: Stage = { name: 'authorize', body, quote };
const card: Stage = { name: 'card', body, subscription, checkout };

const stages = { none: FIRST, receipt, cardReceipt, details, arrived, authorize, card };
const events: Record<string, Event> = {
  proceeded: { type: 'proceeded', body, quote },
  awaited: { type: 'awaited', subscription },
  arrived: { type: 'arrived', subscription },
  accepted: { type: 'accepted' },
  checked_out: { type: 'checked_out', subscription, checkout },
  requoted: { type: 'requoted', quote },
  restarted: { type: 'restarted' },
  back: { type: 'back' },
};

/** What changes; every other pair leaves the stage as it is. */
const changes: Record<string, Stage> = {
  'none proceeded': receipt,
  'receipt restarted': FIRST,
  'cardReceipt restarted': FIRST,
  'authorize restarted': FIRST,
  'none awaited': details,
  'receipt accepted': authorize,
  'receipt checked_out': card,
  'receipt back': FIRST,
  'cardReceipt checked_out': card,
  'cardReceipt back': FIRST,
  'details arrived': arrived,
  'details back': FIRST,
  'card checked_out': card,
  'authorize requoted': receipt,
  'authorize back': receipt,
};

describe('starting savings', () => {
  for (const [name, stage] of Object.entries(stages))
    for (const [what, event] of Object.entries(events))
      it(`${name}, ${what}`, () => {
        expect(transition(stage, event)).toEqual(changes[`${name} ${what}`] ?? stage);
      });
});
