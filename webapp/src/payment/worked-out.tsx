import type { RuleInput, RuleName } from '@pkg/rules/rule-map';
import type { LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '@/ui/button';

/** A rule and the input that a screen asks it with. */
type Asked = {
  [R in RuleName]: {
    rule: R;
    input: RuleInput<R>;
    /** The part of the output that is shown; the default is the output itself. */
    at?: string;
  };
}[RuleName];

/** The source of explained figures: a transaction, a quote, or rules. */
export type WorkedOutOf = { reference: string } | { quote: string } | { asked: readonly Asked[] };

// Seldom opened.
const WorkedOutSheet = lazy(() => import('./explained/worked-out-sheet'));

interface Props {
  of: WorkedOutOf;
  /** The icon of a button as wide as those beside it; without one it is a small link. */
  icon?: LucideIcon;
}

/** Opens how figures were worked out. */
export function WorkedOut({ of, icon: Icon }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  return (
    <>
      <Button
        look="link"
        wide={Icon !== undefined}
        className={Icon ? undefined : 'min-h-11! self-start px-0! text-sm'}
        onClick={() => {
          setOpen(true);
          setWasOpen(true);
        }}
      >
        {Icon && <Icon aria-hidden className="size-5" />}
        <span>How this was worked out</span>
      </Button>
      {wasOpen && (
        <Suspense>
          <WorkedOutSheet of={of} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
