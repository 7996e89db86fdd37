// The rules in Node, whose `fetch` reads no files.
import { readFile } from 'node:fs/promises';
import { load as loadFrom } from './index.mjs';
import { ownModule } from './own.mjs';

export { loadText, RuleCallError } from './index.mjs';

/** The rules of a module, by default of the package's own. */
export const load = async (bytes) => loadFrom(bytes ?? (await readFile(ownModule)));
