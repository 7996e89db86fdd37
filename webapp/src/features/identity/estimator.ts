import { type Remote, wrap } from 'comlink';
import type { RuleOutput } from '@/engine/entry';
import { scriptUrl } from '@/lib/script-url';
import type { EstimateWorker } from './estimate.worker';
import workerUrl from './estimate.worker.ts?worker&url';

export type Estimate = RuleOutput<'password.estimate'>;

interface Estimator {
  worker: Worker;
  remote: Remote<EstimateWorker>;
}

let running: Estimator | undefined;

/** Ends a worker that did not load, which would keep its failure: the next call starts another. */
function stop(failed: Worker): void {
  failed.terminate();
  if (running?.worker === failed) running = undefined;
}

/** Starts the estimator. Called when a new-password field gets the focus, so that other visitors do not download it. */
export function startEstimator(): Estimator {
  if (running) return running;
  const worker = new Worker(scriptUrl(workerUrl), { type: 'module' });
  worker.addEventListener('error', () => stop(worker));
  running = { worker, remote: wrap<EstimateWorker>(worker) };
  return running;
}

/** Estimates a password, with words that an attacker would try first. */
export async function estimated(password: string, known: string[]): Promise<Estimate> {
  const { worker, remote } = startEstimator();
  try {
    return await remote.estimate(password, known);
  } catch (error) {
    stop(worker);
    throw error;
  }
}
