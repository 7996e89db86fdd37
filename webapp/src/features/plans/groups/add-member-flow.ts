import type { Found } from '../types';

/** Adding a member to a group, stage by stage. (Document 3, section 4.) */
export type Stage =
  /** The search for a user by email address. */
  | { name: 'list' }
  /** No user has that address: an account is opened for its owner. */
  | { name: 'invite'; email: string }
  /** The person, and the amount of each instalment. */
  | { name: 'preview'; person: Found }
  | { name: 'completed'; person: Found; message: string };

export type Event =
  | { type: 'selected'; person: Found }
  | { type: 'unknown'; email: string }
  | { type: 'added'; message: string }
  | { type: 'again' }
  | { type: 'back' };

export const FIRST: Stage = { name: 'list' };

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition(stage: Stage, event: Event): Stage {
  const isFinding = stage.name === 'list' || stage.name === 'invite';
  if (isFinding && event.type === 'selected') return { name: 'preview', person: event.person };
  if (stage.name === 'list' && event.type === 'unknown') return { name: 'invite', email: event.email };
  if (stage.name === 'invite' && event.type === 'back') return FIRST;
  if (stage.name === 'preview' && event.type === 'added')
    return { name: 'completed', person: stage.person, message: event.message };
  if (stage.name === 'preview' && event.type === 'back') return FIRST;
  if (stage.name === 'completed' && event.type === 'again') return FIRST;
  return stage;
}
