import type { Place } from '@/lib/location';
import type { Quote } from '@/payment/types';
import type { Subscription } from '../types';

/** What is asked for: the values of the form. */
export interface Wanted {
  name: string;
  amount: string;
  funding_source: 'card' | 'wallet' | 'bank';
}

/** Requesting a loan, stage by stage. (Document 3, section 2.) */
export type Stage =
  | { name: 'terms' }
  | { name: 'loan_form' }
  /** The invoice: the schedule and what the loan costs, to be accepted. */
  | { name: 'receipt'; wanted: Wanted }
  /** The PIN, whatever pays for the fee. */
  | { name: 'confirm'; wanted: Wanted; place: Place; quote: Quote }
  | { name: 'card'; subscription: Subscription }
  | { name: 'account_details'; subscription: Subscription };

export type Event =
  | { type: 'agreed' }
  | { type: 'proceeded'; wanted: Wanted }
  | { type: 'quoted'; place: Place; quote: Quote }
  | { type: 'requested'; subscription: Subscription }
  /** The price has changed: the invoice is shown again. */
  | { type: 'repriced' }
  | { type: 'back' }
  | { type: 'closed' };

export const FIRST: Stage = { name: 'terms' };

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition(stage: Stage, event: Event): Stage {
  switch (event.type) {
    case 'agreed':
      return stage.name === 'terms' ? { name: 'loan_form' } : stage;
    case 'proceeded':
      return stage.name === 'loan_form' ? { name: 'receipt', wanted: event.wanted } : stage;
    case 'quoted':
      return stage.name === 'receipt'
        ? { name: 'confirm', wanted: stage.wanted, place: event.place, quote: event.quote }
        : stage;
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

/** The loan is requested: there is no way back to the form. */
export const isRequested = ({ name }: Stage): boolean => name === 'card' || name === 'account_details';

function previous(stage: Stage): Stage {
  switch (stage.name) {
    case 'receipt':
      return { name: 'loan_form' };
    case 'confirm':
      return { name: 'receipt', wanted: stage.wanted };
    case 'card':
    case 'account_details':
      return stage;
    default:
      return FIRST;
  }
}
