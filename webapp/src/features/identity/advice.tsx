import { useEffect, useState } from 'react';
import { type Estimate, estimated } from './estimator';

const PAUSE_MS = 250;

/** Advice on a stronger password. The form does not depend on it. */
export function Advice({ password, known }: { password: string; known: (string | null)[] }) {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const knownText = known.join('\n');
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      estimated(password, knownText.split('\n').filter(Boolean))
        .then((answer) => {
          if (current) setEstimate(answer);
        })
        .catch(() => undefined);
    }, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [password, knownText]);
  const advice = estimate && [estimate.warning, ...estimate.suggestions].filter(Boolean).join(' ');
  return (
    // One line is reserved: the button below must not move away from a tap.
    <p aria-live="polite" className="min-h-4 text-xs text-muted">
      {estimate && `Could be guessed in: ${estimate.crack_time}. ${advice}`}
    </p>
  );
}
