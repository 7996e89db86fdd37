import { lazy, Suspense, useState } from 'react';
import { Button } from '@/ui/button';

// Sheets are not needed before the first one opens: the sign-in page loads without them.
const TermsSheet = lazy(() => import('./terms-sheet'));

/** The terms in short, behind a link. */
export function Terms() {
  const [shown, setShown] = useState<'never' | 'open' | 'closed'>('never');
  return (
    <>
      <Button look="link" className="self-center text-sm" onClick={() => setShown('open')}>
        Terms and consent
      </Button>
      {shown !== 'never' && (
        <Suspense fallback={null}>
          <TermsSheet open={shown === 'open'} onClose={() => setShown('closed')} />
        </Suspense>
      )}
    </>
  );
}
