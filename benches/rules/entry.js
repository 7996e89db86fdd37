// The bundle for Node and the browser: the engine as the web app uses it, and the contenders.
import initEstimate, { estimate } from '@pkg/estimate/estimate.js';
import initRules, { evaluate } from '@pkg/rules/rules.js';
import { choose } from '@/engine/modules';
import { prepareForm } from '@/engine/prepared-form';
import { bench, keystroke } from './bench.js';
import { context, rows } from './rows.js';

/** `rules` and `estimates`: the modules' bytes or URLs. `only`: part of a row's name. */
export async function run({ rules, estimates, only = '' }) {
  // Compiling and instantiating only: the download time is the network's.
  const bytes = typeof rules === 'string' ? await (await fetch(rules)).arrayBuffer() : rules;
  const loading = performance.now();
  await initRules({ module_or_path: bytes });
  choose('whole');
  const instantiate = performance.now() - loading;
  if (estimates) await initEstimate({ module_or_path: estimates });
  const form = (name, of = {}) => prepareForm(name, of);
  const ajo = { evaluate, form, estimate: estimates && estimate };
  const amount = form('withdraw', context).field('amount');
  const typed = ['1', '15', '150', '1500', '1500.', '1500.5', '1500.50'];
  return {
    table: bench(rows(ajo), (name) => name.includes(only)),
    keystroke: keystroke((index) => amount(typed[index % typed.length])),
    instantiate,
  };
}
