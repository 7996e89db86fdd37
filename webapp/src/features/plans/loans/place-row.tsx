import { useState } from 'react';
import { Button } from '@/ui/button';
import { FormError } from '@/ui/form-error';
import { useLoanChange } from '../common/mutations';

/** The country and the state of a request, and a way to remove them. */
export function PlaceRow({ loan, text }: { loan: string; text: string }) {
  const [key] = useState(() => crypto.randomUUID());
  const change = useLoanChange(loan, 'forget-place');
  return (
    <span className="flex flex-col items-end gap-1">
      <span>{text}</span>
      <Button look="link" className="text-sm" busy={change.isPending} onClick={() => change.mutate(key)}>
        Remove my location
      </Button>
      <FormError>{change.error?.message}</FormError>
    </span>
  );
}
