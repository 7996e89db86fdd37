// The browser's door: the modules in webapp/pkg, as shipped.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { refused } from './subset.mjs';

/** The modules of the browser: all rules, those without the part that is loaded later, those before the sign-in. */
export const modules = {
  rules: { name: 'rules', later: true },
  first: { name: 'rules', later: false },
  entry: { name: 'entry', later: false },
};

/** A door to one of `modules`. */
export async function wasmDoor(root, wanted = 'rules') {
  const { name, later } = modules[wanted];
  const { module: rules, exports } = await load(root, name);
  const { estimate } = await loadEstimate(root);
  if (later) {
    const part = new WebAssembly.Module(readFileSync(join(root, 'webapp/pkg/rules/later.wasm')));
    new WebAssembly.Instance(part, { rules: exports });
  }
  const evaluate = (rule, input) =>
    rule === 'password.estimate' ? estimate(input) : rules.evaluate(rule, input);
  return {
    name: wanted === 'rules' ? 'wasm' : `wasm, ${wanted}`,
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

/** A copy of its own: two doors of one module must not share a memory. */
let copies = 0;

async function load(root, name) {
  const directory = join(root, 'webapp/pkg', name);
  copies += 1;
  const module = await import(`${pathToFileURL(join(directory, `${name}.js`))}?${copies}`);
  const exports = module.initSync({ module: readFileSync(join(directory, `${name}_bg.wasm`)) });
  return { module, exports };
}

/** Instantiates the estimate as vite-plugin-wasm does for the worker. */
async function loadEstimate(root) {
  const directory = join(root, 'webapp/pkg/estimate');
  const glue = await import(pathToFileURL(join(directory, 'estimate_bg.js')));
  const bytes = readFileSync(join(directory, 'estimate_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(bytes, { './estimate_bg.js': glue });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}
