import type { Quote } from '@/payment/types';
import type { Subscription } from '../types';

/** What is put into a set: the values of the form. */
export interface Wanted {
  name: string;
  amount: string;
  funding_source: 'card' | 'wallet' | 'bank';
}

/** Starting a coin set, stage by stage. */
export type Stage =
  | { name: 'form' }
  /** What goes into each coin, to be accepted. */
  | { name: 'receipt'; wanted: Wanted }
  /** The PIN, whatever pays for the set. */
  | { name: 'confirm'; wanted: Wanted; quote: Quote }
  | { name: 'card'; subscription: Subscription }
  | { name: 'account_details'; subscription: Subscription };

export type Event =
  | { type: 'proceeded'; wanted: Wanted }
  | { type: 'quoted'; quote: Quote }
  | { type: 'requested'; subscription: Subscription }
  /** The price has changed: the review is shown again. */
  | { type: 'repriced' }
  | { type: 'back' }
  | { type: 'closed' };

export const FIRST: Stage = { name: 'form' };

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition(stage: Stage, event: Event): Stage {
  switch (event.type) {
    case 'proceeded':
      return stage.name === 'form' ? { name: 'receipt', wanted: event.wanted } : stage;
    case 'quoted':
      return stage.name === 'receipt' ? { name: 'confirm', wanted: stage.wanted, quote: event.quote } : stage;
    case 'requested':
      return stage.name === 'confirm'
        ? {
            name: event.subscription.funding_source === 'card' ? 'card' : 'account_details',
            subscription: event.subscription,
          }
        : stage;
    case 'repriced':
      return stage.name === 'confirm' ? { name: 'receipt', wanted: stage.wanted } : stage;
    case 'back':
      return previous(stage);
    case 'closed':
      return FIRST;
  }
}

/** The set is taken: there is no way back to the form. */
export const isTaken = ({ name }: Stage): boolean => name === 'card' || name === 'account_details';

function previous(stage: Stage): Stage {
  switch (stage.name) {
    case 'confirm':
      return { name: 'receipt', wanted: stage.wanted };
    case 'card':
    case 'account_details':
      return stage;
    default:
      return FIRST;
  }
}
