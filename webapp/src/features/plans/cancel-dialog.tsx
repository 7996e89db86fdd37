import { useState } from 'react';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { Sheet } from '@/ui/sheet';
import { useLeavePlan } from './common/mutations';
import type { Subscription } from './types';

interface Props {
  subscription: Subscription;
  open: boolean;
  onClose: () => void;
}

const OWN = {
  title: 'Cancel plan',
  question: 'Are you sure you want to cancel this plan?',
  after: 'Nothing is charged. If money for it arrives later, it stays in your wallet.',
  action: 'Cancel this plan',
};

const OF_OTHERS = {
  title: 'Do not join',
  question: 'Are you sure you do not want to join this plan?',
  after: 'Nothing is charged. You can still join later with its code.',
  action: 'Do not join this plan',
};

/** The question before a plan that awaits its first payment is cancelled. */
export function CancelDialog({ subscription, open, onClose }: Props) {
  const { id, name, is_creator } = subscription;
  const { title, question, after, action } = is_creator ? OWN : OF_OTHERS;
  // A new question has a new key.
  const [key] = useState(() => crypto.randomUUID());
  const cancel = useLeavePlan(id, 'cancel');
  return (
    <Sheet open={open} onClose={onClose} title={title} held={cancel.isPending}>
      <p className="font-semibold">{question}</p>
      <p className="text-sm wrap-anywhere">{name}</p>
      <p className="text-sm text-muted">{after}</p>
      <FormError>{cancel.error?.message}</FormError>
      <div className="grid gap-3 sm:grid-cols-2">
        <Button look="quiet" disabled={cancel.isPending} onClick={onClose}>
          Keep it
        </Button>
        <Button
          look="danger"
          busy={cancel.isPending}
          onClick={() => cancel.mutate(key, { onSuccess: onClose })}
        >
          {action}
        </Button>
      </div>
    </Sheet>
  );
}
