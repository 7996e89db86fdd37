import { Users } from 'lucide-react';
import { useState } from 'react';
import { JoinSheet } from '@/features/plans/groups/join-sheet';
import { Button } from '@/ui/button';
import { usePinFirst } from './use-pin-first';

/** Joining a plan by its code, and the button that opens it. */
export function JoinPlan() {
  // A closed sheet starts again.
  const [count, setCount] = useState(0);
  const [open, setOpen] = useState(false);
  const before = usePinFirst('NGN', open);
  return (
    <>
      <Button
        look="quiet"
        onClick={() => {
          setCount(count + 1);
          setOpen(true);
        }}
      >
        <Users aria-hidden className="size-5" />
        <span>Join a plan</span>
      </Button>
      <JoinSheet key={count} open={open} onClose={() => setOpen(false)} before={before} />
    </>
  );
}
