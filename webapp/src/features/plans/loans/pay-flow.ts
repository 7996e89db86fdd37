import type { CardStarted, Quote, Transaction } from '@/payment/types';

export type Method = 'card' | 'wallet';

/** Repaying a loan, stage by stage. (Document 3, section 4.) */
export type Stage =
  | { name: 'method' }
  | { name: 'amount'; method: Method; amount?: string }
  | { name: 'authorize'; amount: string; quote: Quote }
  | { name: 'card'; checkout: CardStarted; amount: string }
  | { name: 'paid'; transaction: Transaction };

export type Event =
  | { type: 'chose'; method: Method }
  | { type: 'quoted'; amount: string; quote: Quote }
  | { type: 'checked_out'; amount: string; checkout: CardStarted }
  | { type: 'paid'; transaction: Transaction }
  | { type: 'back' }
  | { type: 'closed' };

export const FIRST: Stage = { name: 'method' };

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition(stage: Stage, event: Event): Stage {
  switch (event.type) {
    case 'chose':
      return stage.name === 'method' ? { name: 'amount', method: event.method } : stage;
    case 'quoted':
      return stage.name === 'amount' || stage.name === 'authorize'
        ? { name: 'authorize', amount: event.amount, quote: event.quote }
        : stage;
    case 'checked_out':
      return stage.name === 'amount' || stage.name === 'card'
        ? { name: 'card', amount: event.amount, checkout: event.checkout }
        : stage;
    case 'paid':
      return stage.name === 'authorize' || stage.name === 'card'
        ? { name: 'paid', transaction: event.transaction }
        : stage;
    case 'back':
      return previous(stage);
    case 'closed':
      return FIRST;
  }
}

function previous(stage: Stage): Stage {
  switch (stage.name) {
    case 'authorize':
      return { name: 'amount', method: 'wallet', amount: stage.amount };
    case 'card':
      return { name: 'amount', method: 'card', amount: stage.amount };
    case 'paid':
      return stage;
    default:
      return FIRST;
  }
}
