import { CircleX } from 'lucide-react';
import type { Offered } from './subscription-card';
import type { Subscription } from './types';

/** The action that leaves a plan: cancelling before its first payment, stopping later. The server decides which. */
export function leaveOffer(
  { actions, is_creator }: Pick<Subscription, 'actions' | 'is_creator'>,
  stop: Offered,
  onCancel: () => void,
): Offered {
  const mayCancel = actions.some(({ action, allowed }) => action === 'cancel' && allowed);
  if (!mayCancel) return stop;
  const label = is_creator ? 'Cancel plan' : 'Do not join';
  return { ...stop, action: 'cancel', label, icon: CircleX, onPress: onCancel };
}
