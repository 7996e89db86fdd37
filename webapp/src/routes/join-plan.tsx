import { Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/ui/button';
import { usePinFirst } from './use-pin-first';

// Few users join a group: its sheet is loaded when it first opens.
const JoinSheet = lazy(async () => ({
  default: (await import('@/features/plans/groups/join-sheet')).JoinSheet,
}));

/** Joining a plan by its code, and the button that opens it. A code from a link opens it at once. */
export function JoinPlan({ code }: { code?: string | undefined }) {
  // A closed sheet starts again.
  const [count, setCount] = useState(code === undefined ? 0 : 1);
  const [open, setOpen] = useState(code !== undefined);
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
      {count > 0 && (
        <Suspense>
          <JoinSheet key={count} code={code} open={open} onClose={() => setOpen(false)} before={before} />
        </Suspense>
      )}
    </>
  );
}
