import * as entry from '@pkg/entry/entry.js';
import * as whole from '@pkg/rules/rules.js';

/** Functions of both rules modules: `whole` has all rules, `entry` those that a visitor needs before signing in. */
export type Rules = typeof whole;
export type ModuleName = 'entry' | 'whole';

/** Both modules' glue; nothing may be called before the module itself has been loaded. */
export const modules: Record<ModuleName, Rules> = { entry, whole };

let chosen: Rules | null = null;

/** The module that answers from now on. The whole one is never given up for the entry one. */
export function choose(name: ModuleName): void {
  if (chosen !== whole) chosen = modules[name];
}

/** The module that answers. */
export function rules(): Rules {
  if (chosen === null) throw new Error('No rules are loaded yet: await firstRules() or wholeRules().');
  return chosen;
}

/** The error to throw for one from a module: a rule that only the whole module has was asked for too early. */
export function explained(error: unknown, module: Rules, name: string): unknown {
  const { code } = (error ?? {}) as { code?: string };
  if (module === whole || (code !== 'unknown_rule' && code !== 'unknown_form')) return error;
  return new Error(
    `"${name}" is not in the entry module: await wholeRules() first (docs/design/rules-engine.md#0051).`,
  );
}
