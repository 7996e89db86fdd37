import { describe, expect, it } from 'vitest';
import { type Event, FIRST, type Stage, transition } from './start-flow';

const body = { plan_id: 'p', amount: '1000', funding_source: 'wallet' } as never;
const byBank = { plan_id: 'p', amount: '1000', funding_source: 'bank' } as never;
const quote = { id: 'q', total: '1000.00' } as never;
const transferred = { id: 's', funding_source: 'bank' } as never;
const charged = { id: 's', funding_source: 'card' } as never;

const receipt: Stage = { name: 'receipt', body, quote };
const details: Stage = { name: 'account_details', subscription: transferred };
const arrived: Stage = { name: 'arrived', subscription: transferred };
const authorize: Stage = { name: 'authorize', body, quote };
const bankAuthorize: Stage = { name: 'authorize', body: byBank, quote };
const card: Stage = { name: 'card', subscription: charged };

const stages = { none: FIRST, receipt, details, arrived, authorize, bankAuthorize, card };
const events: Record<string, Event> = {
  proceeded: { type: 'proceeded', body, quote },
  proceededByBank: { type: 'proceeded', body: byBank, quote },
  awaitsBank: { type: 'awaited', subscription: transferred },
  awaitsCard: { type: 'awaited', subscription: charged },
  arrived: { type: 'arrived', subscription: transferred },
  accepted: { type: 'accepted' },
  requoted: { type: 'requoted', quote },
  restarted: { type: 'restarted' },
  back: { type: 'back' },
};

/** What changes; every other pair leaves the stage as it is. */
const changes: Record<string, Stage> = {
  'none proceeded': receipt,
  'none proceededByBank': bankAuthorize,
  'receipt restarted': FIRST,
  'authorize restarted': FIRST,
  'bankAuthorize restarted': FIRST,
  'receipt accepted': authorize,
  'receipt back': FIRST,
  'details arrived': arrived,
  'authorize awaitsBank': details,
  'authorize awaitsCard': card,
  'bankAuthorize awaitsBank': details,
  'bankAuthorize awaitsCard': card,
  'authorize requoted': receipt,
  'bankAuthorize requoted': bankAuthorize,
  'authorize back': receipt,
  'bankAuthorize back': FIRST,
};

describe('starting savings', () => {
  for (const [name, stage] of Object.entries(stages))
    for (const [what, event] of Object.entries(events))
      it(`${name}, ${what}`, () => {
        expect(transition(stage, event)).toEqual(changes[`${name} ${what}`] ?? stage);
      });
});
