import { type Remote, wrap } from 'comlink';
import { useEffect, useState } from 'react';
import type { RuleOutput } from '@/engine/entry';
import { scriptUrl } from '@/lib/script-url';
import type { EstimateWorker } from './estimate.worker';
import workerUrl from './estimate.worker.ts?worker&url';

type Estimate = RuleOutput<'password.estimate'>;

let worker: Remote<EstimateWorker> | undefined;

/** Starts the estimator. Called when a new-password field gets the focus, so that other visitors do not download it. */
export function prepareAdvice(): Remote<EstimateWorker> {
  worker ??= wrap<EstimateWorker>(new Worker(scriptUrl(workerUrl), { type: 'module' }));
  return worker;
}

const PAUSE_MS = 250;

/** Advice on a stronger password. The form does not depend on it. */
export function Advice({ password, known }: { password: string; known: (string | null)[] }) {
  const [estimate, setEstimate] = useState<Estimate | null>(null);
  const knownText = known.join('\n');
  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      prepareAdvice()
        .estimate(password, knownText.split('\n').filter(Boolean))
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
