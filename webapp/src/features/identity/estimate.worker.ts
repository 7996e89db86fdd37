import { expose } from 'comlink';

// An ES module that awaits its WebAssembly. This worker cannot load it again after a failure: `estimator.ts` starts another.
const loading = import('@pkg/estimate/estimate.js');
// Each call reports the failure.
loading.catch(() => undefined);

const api = {
  /** Estimates a password in a worker, because it takes a moment. */
  async estimate(password: string, userInputs: string[]) {
    const { estimate } = await loading;
    return estimate({ password, user_inputs: userInputs });
  },
};

export type EstimateWorker = typeof api;

expose(api);
