import type { Quote } from '@/payment/types';
import type { SubscribeBody } from '../mutations';
import type { Subscription } from '../types';

/** Starting savings, stage by stage. The first three are the document's; the others follow from how money is paid. */
export type Stage =
  /** The form. */
  | { name: 'none' }
  /** Before it is accepted. What a card is charged besides is the rule's. */
  | { name: 'receipt'; body: SubscribeBody; quote: Quote }
  /** Where to send the money, and waiting for it. */
  | { name: 'account_details'; subscription: Subscription }
  /** The receipt once a transfer has arrived: the plan runs. */
  | { name: 'arrived'; subscription: Subscription }
  | { name: 'authorize'; body: SubscribeBody; quote: Quote }
  /** The plan is taken, and the card company is asked for a page. */
  | { name: 'card'; subscription: Subscription };

export type Event =
  | { type: 'proceeded'; body: SubscribeBody; quote: Quote }
  | { type: 'awaited'; subscription: Subscription }
  | { type: 'arrived'; subscription: Subscription }
  | { type: 'accepted' }
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
    // A bank transfer has no charges to look at. (Document 3, section 2.)
    return { name: body.funding_source === 'bank' ? 'authorize' : 'receipt', body, quote };
  }
  if (stage.name === 'authorize' && event.type === 'awaited') {
    const { subscription } = event;
    return subscription.funding_source === 'bank'
      ? { name: 'account_details', subscription }
      : { name: 'card', subscription };
  }
  if (stage.name === 'account_details' && event.type === 'arrived')
    return { name: 'arrived', subscription: event.subscription };
  if (stage.name === 'receipt' && event.type === 'accepted')
    return { name: 'authorize', body: stage.body, quote: stage.quote };
  if (stage.name === 'authorize' && event.type === 'requoted')
    return transition(FIRST, { type: 'proceeded', body: stage.body, quote: event.quote });
  return stage;
}

function previous(stage: Stage): Stage {
  switch (stage.name) {
    case 'none':
    case 'receipt':
      return FIRST;
    case 'authorize':
      return stage.body.funding_source === 'bank'
        ? FIRST
        : { name: 'receipt', body: stage.body, quote: stage.quote };
    // The plan has been taken.
    case 'account_details':
    case 'arrived':
    case 'card':
      return stage;
  }
}
