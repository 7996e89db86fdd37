import { describe, expect, it } from 'vitest';
import { type Event, FIRST, type Stage, transition } from './join-flow';

const message = 'Kindly confirm plan Rent.';
const plan = { code: 'AB12CD34', name: 'Rent', message } as never;
const body = { code: 'AB12CD34', amount: '500' } as never;
const quote = { id: 'q' } as never;

const preview: Stage = { name: 'preview_plan', plan, message };
const confirm: Stage = { name: 'confirm', plan, body, quote };
const authorize: Stage = { name: 'authorize', plan, body, quote };
const completed: Stage = { name: 'join_plan_completed', plan };

const stages: Record<string, Stage> = { code: FIRST, preview, confirm, authorize, completed };
const events: Record<string, Event> = {
  found: { type: 'found', plan, message },
  quoted: { type: 'quoted', body, quote },
  accepted: { type: 'accepted' },
  joined: { type: 'joined' },
  back: { type: 'back' },
};

/** What changes; every other pair leaves the stage as it is. */
const changes: Record<string, Stage> = {
  'code found': preview,
  'preview quoted': confirm,
  'preview back': FIRST,
  'confirm accepted': authorize,
  'confirm back': preview,
  'authorize quoted': confirm,
  'authorize joined': completed,
  'authorize back': confirm,
};

describe('joining a plan', () => {
  for (const [name, stage] of Object.entries(stages))
    for (const [what, event] of Object.entries(events))
      it(`${name}, ${what}`, () => {
        expect(transition(stage, event)).toEqual(changes[`${name} ${what}`] ?? stage);
      });
});
