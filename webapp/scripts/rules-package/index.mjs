// The rules, from a module without imports: bytes in, bytes out. It runs in browsers and in Node, and imports neither.
import { loadText } from './text.mjs';

export { loadText };

/** A call that the rules cannot understand: its `code` is stable. A refused value is an answer instead. */
export class RuleCallError extends Error {
  constructor({ code, message }) {
    super(message);
    this.name = 'RuleCallError';
    this.code = code;
  }
}

/** The rules of a module, by default of the package's own: objects in, objects out. */
export async function load(bytes) {
  const rules = await loadText(bytes ?? (await ownModule()));
  const call = (name) => (rule, input) => {
    const answer = rules[name](rule, JSON.stringify(input));
    if (answer.startsWith('!')) throw new RuleCallError(JSON.parse(answer.slice(1)));
    return JSON.parse(answer);
  };
  return { version: rules.version, evaluate: call('evaluate'), explain: call('explain') };
}

async function ownModule() {
  const response = await fetch(new URL('./check.wasm', import.meta.url));
  if (!response.ok) throw new Error(`the rules did not load: ${response.status} from ${response.url}`);
  return response.arrayBuffer();
}
