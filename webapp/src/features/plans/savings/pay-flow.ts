import type { CardStarted, Quote } from '@/payment/types';
import type { SavingsPaymentBody } from '../mutations';

export type Method = 'card' | 'wallet';

/** Paying an instalment, stage by stage: how, how much, and what became of it. (Document 3, section 4.) */
export type Stage =
  | { name: 'method' }
  | { name: 'amount'; method: Method }
  | { name: 'authorize'; body: SavingsPaymentBody; quote: Quote }
  | { name: 'card'; checkout: CardStarted }
  | { name: 'paid'; amount: string };

export type Event =
  | { type: 'chosen'; method: Method }
  | { type: 'quoted'; body: SavingsPaymentBody; quote: Quote }
  | { type: 'checked_out'; checkout: CardStarted }
  | { type: 'paid'; amount: string }
  | { type: 'back' };

export const FIRST: Stage = { name: 'method' };

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition(stage: Stage, event: Event): Stage {
  if (event.type === 'back') return previous(stage);
  if (stage.name === 'method' && event.type === 'chosen') return { name: 'amount', method: event.method };
  if ((stage.name === 'amount' || stage.name === 'authorize') && event.type === 'quoted')
    return { name: 'authorize', body: event.body, quote: event.quote };
  if (stage.name === 'amount' && event.type === 'checked_out')
    return { name: 'card', checkout: event.checkout };
  if ((stage.name === 'authorize' || stage.name === 'card') && event.type === 'paid')
    return { name: 'paid', amount: event.amount };
  return stage;
}

function previous(stage: Stage): Stage {
  switch (stage.name) {
    case 'method':
    case 'amount':
      return FIRST;
    case 'authorize':
      return { name: 'amount', method: 'wallet' };
    case 'card':
      return { name: 'amount', method: 'card' };
    case 'paid':
      return stage;
  }
}
