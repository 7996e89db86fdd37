import type { CardStarted, Quote } from '@/payment/types';
import type { SubscribeBody } from '../mutations';
import type { Subscription } from '../types';

/** Starting savings, stage by stage. The first three are the document's; the others follow from how money is paid. */
export type Stage =
  /** The form. */
  | { name: 'none' }
  /** Before it is accepted. From the wallet it has a quote; a card's price is the rule's. */
  | { name: 'receipt'; body: SubscribeBody; quote: Quote | null }
  /** Where to send the money, and waiting for it. */
  | { name: 'account_details'; subscription: Subscription }
  /** The receipt once a transfer has arrived: the plan runs. */
  | { name: 'arrived'; subscription: Subscription }
  | { name: 'authorize'; body: SubscribeBody; quote: Quote }
  | { name: 'card'; body: SubscribeBody; subscription: Subscription; checkout: CardStarted };

export type Event =
  | { type: 'proceeded'; body: SubscribeBody; quote: Quote | null }
  | { type: 'awaited'; subscription: Subscription }
  | { type: 'arrived'; subscription: Subscription }
  | { type: 'accepted' }
  | { type: 'checked_out'; subscription: Subscription; checkout: CardStarted }
  | { type: 'requoted'; quote: Quote }
  /** The terms have changed: the form asks again. */
  | { type: 'restarted' }
  | { type: 'back' };

export const FIRST: Stage = { name: 'none' };

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition(stage: Stage, event: Event): Stage {
  if (event.type === 'back') return previous(stage);
  if (event.type === 'restarted')
    return stage.name === 'receipt' || stage.name === 'authorize' ? FIRST : stage;
  if (stage.name === 'none' && event.type === 'proceeded') {
    const { body, quote } = event;
    return { name: 'receipt', body, quote };
  }
  if (stage.name === 'none' && event.type === 'awaited')
    return { name: 'account_details', subscription: event.subscription };
  if (stage.name === 'account_details' && event.type === 'arrived')
    return { name: 'arrived', subscription: event.subscription };
  if (stage.name === 'receipt' && event.type === 'accepted' && stage.quote !== null)
    return { name: 'authorize', body: stage.body, quote: stage.quote };
  // A declined card is tried again with another checkout, for the same plan.
  if ((stage.name === 'receipt' || stage.name === 'card') && event.type === 'checked_out') {
    const { subscription, checkout } = event;
    return { name: 'card', body: stage.body, subscription, checkout };
  }
  if (stage.name === 'authorize' && event.type === 'requoted')
    return { name: 'receipt', body: stage.body, quote: event.quote };
  return stage;
}

function previous(stage: Stage): Stage {
  switch (stage.name) {
    case 'none':
    case 'receipt':
    case 'account_details':
      return FIRST;
    case 'authorize':
      return { name: 'receipt', body: stage.body, quote: stage.quote };
    // The plan has been taken.
    case 'arrived':
    case 'card':
      return stage;
  }
}
