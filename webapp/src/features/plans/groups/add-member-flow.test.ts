import { describe, expect, it } from 'vitest';
import { type Event, FIRST, type Stage, transition } from './add-member-flow';

const person = { uuid: 'u', name: 'A•• B••••' };
const message = 'Added';
const preview: Stage = { name: 'preview', person };
const completed: Stage = { name: 'completed', person, message };

const email = 'kemi@example.ng';
const invite: Stage = { name: 'invite', email };

const stages: Record<string, Stage> = { list: FIRST, invite, preview, completed };
const events: Record<string, Event> = {
  selected: { type: 'selected', person },
  unknown: { type: 'unknown', email },
  added: { type: 'added', message },
  again: { type: 'again' },
  back: { type: 'back' },
};

/** The pairs that change the stage; every other pair leaves it unchanged. */
const changes: Record<string, Stage> = {
  'list selected': preview,
  'list unknown': invite,
  'invite selected': preview,
  'invite back': FIRST,
  'preview added': completed,
  'preview back': FIRST,
  'completed again': FIRST,
};

describe('adding a member to a group', () => {
  for (const [name, stage] of Object.entries(stages))
    for (const [what, event] of Object.entries(events))
      it(`${name}, ${what}`, () => {
        expect(transition(stage, event)).toEqual(changes[`${name} ${what}`] ?? stage);
      });
});
