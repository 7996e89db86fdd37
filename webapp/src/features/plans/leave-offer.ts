import { CircleX } from 'lucide-react';
import type { Offered } from './subscription-card';
import type { Subscription } from './types';

/** How a plan is left: cancelled while it awaits its first payment, stopped later. The server says which. */
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
