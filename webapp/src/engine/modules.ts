import * as entry from '@pkg/entry/entry.js';
import * as inside from '@pkg/rules/rules.js';

/** Functions of both rules modules: `rules` for the screens behind the sign-in, `entry` for those before it. */
export type Rules = typeof inside;
export type ModuleName = 'entry' | 'rules';

/** Both modules' glue; nothing may be called before the module itself has been loaded. */
export const modules: Record<ModuleName, Rules> = { entry, rules: inside };

let chosen: Rules | null = null;

/** Sets the module that answers from now on. `entry` never replaces `rules`. */
export function choose(name: ModuleName): void {
  if (chosen !== inside) chosen = modules[name];
}

/** The module that answers. */
export function rules(): Rules {
  if (chosen === null) throw new Error('No rules are loaded yet: await firstRules() or insideRules().');
  return chosen;
}

let hasLater = false;

/** Adds the part of the module `rules` that is loaded later: it works in the memory of `first`, the module's exports. */
export async function addLater(first: object, part: WebAssembly.Module): Promise<void> {
  // It exports nothing: its rules are in the first part's table from now on.
  await WebAssembly.instantiate(part, { rules: first as WebAssembly.ModuleImports });
  hasLater = true;
}

/** The error to throw for a module's error: that a rule was called before its module or part was loaded. */
export function explained(error: unknown, module: Rules, name: string): unknown {
  const { code } = (error ?? {}) as { code?: string };
  if ((module === inside && hasLater) || (code !== 'unknown_rule' && code !== 'unknown_form')) return error;
  const [where, load] =
    module === inside ? ['first part of the rules', 'laterRules'] : ['entry module', 'insideRules'];
  return new Error(
    `"${name}" is not in the ${where}: await ${load}() first (docs/design/rules-engine.md#0051).`,
  );
}
