import type { Quote } from '@/payment/types';
import type { JoinBody } from '../mutations';
import type { GroupPlan } from '../types';

/** Joining a plan by its code, stage by stage. (Document 2, section 2.) */
export type Stage =
  | { name: 'code' }
  | { name: 'preview_plan'; plan: GroupPlan; message: string }
  | { name: 'confirm'; plan: GroupPlan; body: JoinBody; quote: Quote }
  | { name: 'authorize'; plan: GroupPlan; body: JoinBody; quote: Quote }
  | { name: 'join_plan_completed'; plan: GroupPlan };

export type Event =
  | { type: 'found'; plan: GroupPlan; message: string }
  | { type: 'quoted'; body: JoinBody; quote: Quote }
  | { type: 'accepted' }
  | { type: 'joined' }
  | { type: 'back' };

export const FIRST: Stage = { name: 'code' };

/** The next stage; an event that does not apply to the stage leaves it unchanged. */
export function transition(stage: Stage, event: Event): Stage {
  if (event.type === 'back') return previous(stage);
  if (stage.name === 'code' && event.type === 'found')
    return { name: 'preview_plan', plan: event.plan, message: event.message };
  if ((stage.name === 'preview_plan' || stage.name === 'authorize') && event.type === 'quoted')
    return { name: 'confirm', plan: stage.plan, body: event.body, quote: event.quote };
  if (stage.name === 'confirm' && event.type === 'accepted') return { ...stage, name: 'authorize' };
  if (stage.name === 'authorize' && event.type === 'joined')
    return { name: 'join_plan_completed', plan: stage.plan };
  return stage;
}

function previous(stage: Stage): Stage {
  switch (stage.name) {
    case 'code':
    case 'preview_plan':
      return FIRST;
    case 'confirm':
      return { name: 'preview_plan', plan: stage.plan, message: stage.plan.message };
    case 'authorize':
      return { ...stage, name: 'confirm' };
    case 'join_plan_completed':
      return stage;
  }
}
