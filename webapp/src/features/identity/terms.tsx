import { lazy, type ReactNode, Suspense, useState } from 'react';
import { classes } from '@/lib/classes';
import type { Elements } from '@/lib/elements';
import { Button } from '@/ui/button';

// Sheets are not needed before the first one opens: the sign-in page loads without them.
const TermsSheet = lazy(() => import('./terms-sheet'));

/** Opens the sheet with the terms. */
function useTerms(): { open: () => void; sheet: Elements } {
  const [shown, setShown] = useState<'never' | 'open' | 'closed'>('never');
  const sheet = shown !== 'never' && (
    <Suspense fallback={null}>
      <TermsSheet open={shown === 'open'} onClose={() => setShown('closed')} />
    </Suspense>
  );
  return { open: () => setShown('open'), sheet };
}

/** The terms in short, behind a link. */
export function Terms() {
  const { open, sheet } = useTerms();
  return (
    <>
      <Button look="link" className="self-center text-sm" onClick={open}>
        Terms and consent
      </Button>
      {sheet}
    </>
  );
}

/** A link to the terms inside a sentence. */
export function TermsLink({ children, className }: { children: ReactNode; className?: string }) {
  const { open, sheet } = useTerms();
  return (
    <>
      <button
        type="button"
        className={classes('-my-1 inline py-1 text-accent-text underline underline-offset-4', className)}
        onClick={open}
      >
        {children}
      </button>
      {sheet}
    </>
  );
}
