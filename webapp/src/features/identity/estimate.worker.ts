import init, { estimate } from '@pkg/estimate/estimate.js';
import wasmUrl from '@pkg/estimate/estimate_bg.wasm?url';
import { expose } from 'comlink';

const ready = init({ module_or_path: wasmUrl });

const api = {
  /** Estimates a password in a worker, because it takes a moment. */
  async estimate(password: string, userInputs: string[]) {
    await ready;
    return estimate({ password, user_inputs: userInputs });
  },
};

export type EstimateWorker = typeof api;

expose(api);
