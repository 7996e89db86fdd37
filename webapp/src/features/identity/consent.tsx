import { lazy, Suspense, useRef, useState } from 'react';
import type { Elements } from '@/lib/elements';
import { useKept } from '@/lib/kept';

const ConsentSheet = lazy(() => import('./consent-sheet'));

/** The third party that provides the user's data. */
export type ConsentTo = 'bvn' | 'nin' | 'google';

/** Runs an action after the user's consent. Consent is asked for once, and again after signing in or out. */
export function useConsent(to: ConsentTo): { afterConsent: (run: () => void) => void; sheet: Elements } {
  const [given, setGiven] = useKept('consent', to, false);
  const [shown, setShown] = useState<'never' | 'open' | 'closed'>('never');
  const waiting = useRef<() => void>(undefined);
  const afterConsent = (run: () => void) => {
    if (given) return run();
    waiting.current = run;
    setShown('open');
  };
  const sheet = shown !== 'never' && (
    <Suspense fallback={null}>
      <ConsentSheet
        to={to}
        open={shown === 'open'}
        onClose={() => setShown('closed')}
        onAgreed={() => {
          setGiven(true);
          waiting.current?.();
        }}
      />
    </Suspense>
  );
  return { afterConsent, sheet };
}
