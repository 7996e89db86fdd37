// The browser's door: the modules in webapp/pkg, as shipped.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { refused } from './subset.mjs';

/** `rules` has all rules, `entry` those before the sign-in. */
export async function wasmDoor(root, name = 'rules') {
  const rules = await load(root, name);
  const { estimate } = await loadEstimate(root);
  const evaluate = (rule, input) =>
    rule === 'password.estimate' ? estimate(input) : rules.evaluate(rule, input);
  return {
    name: name === 'rules' ? 'wasm' : `wasm, ${name} module`,
    answers: (fixtures) =>
      fixtures.map(({ rule, input }) => {
        try {
          return evaluate(rule, JSON.parse(input));
        } catch (error) {
          return refused(error);
        }
      }),
    /** The answer's bytes, as written by the native door. */
    answerText(rule, input) {
      try {
        return JSON.stringify(evaluate(rule, JSON.parse(input)));
      } catch (error) {
        if (error instanceof Error) return `threw ${error}`;
        return `!${JSON.stringify(error)}`;
      }
    },
  };
}

async function load(root, name) {
  const directory = join(root, 'webapp/pkg', name);
  const module = await import(pathToFileURL(join(directory, `${name}.js`)));
  module.initSync({ module: readFileSync(join(directory, `${name}_bg.wasm`)) });
  return module;
}

/** What vite-plugin-wasm makes of it in the worker. */
async function loadEstimate(root) {
  const directory = join(root, 'webapp/pkg/estimate');
  const glue = await import(pathToFileURL(join(directory, 'estimate_bg.js')));
  const bytes = readFileSync(join(directory, 'estimate_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './estimate_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}
