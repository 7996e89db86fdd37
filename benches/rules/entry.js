// The bundle for Node and the browser: the engine as the web app uses it, and the contenders.
import * as estimator from '@pkg/estimate/estimate_bg.js';
import initRules, { evaluate } from '@pkg/rules/rules.js';
import { addLater, choose } from '@/engine/modules';
import { prepareForm } from '@/engine/prepared-form';
import { bench, keystroke } from './bench.js';
import { context, rows } from './rows.js';

const bytesOf = async (file) => (typeof file === 'string' ? (await fetch(file)).arrayBuffer() : file);

/** As vite-plugin-wasm does in the worker. */
async function startEstimator(file) {
  const { instance } = await WebAssembly.instantiate(await bytesOf(file), { './estimate_bg.js': estimator });
  estimator.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return estimator.estimate;
}

/** `rules`, `later` and `estimates`: the modules' bytes or URLs. `only`: part of a row's name. */
export async function run({ rules, later, estimates, only = '' }) {
  // Compiling and instantiating only: the download time is the network's.
  const [first, part] = await Promise.all([bytesOf(rules), bytesOf(later)]);
  const loading = performance.now();
  await addLater(await initRules({ module_or_path: first }), await WebAssembly.compile(part));
  choose('rules');
  const instantiate = performance.now() - loading;
  const estimate = estimates && (await startEstimator(estimates));
  const form = (name, of = {}) => prepareForm(name, of);
  const ajo = { evaluate, form, estimate };
  const amount = form('withdraw', context).field('amount');
  const typed = ['1', '15', '150', '1500', '1500.', '1500.5', '1500.50'];
  return {
    table: bench(rows(ajo), (name) => name.includes(only)),
    keystroke: keystroke((index) => amount(typed[index % typed.length])),
    instantiate,
  };
}
