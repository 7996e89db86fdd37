// The door of other languages: the module of all rules without imports, text in and text out.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadText } from '../rules-package/index.mjs';
import { refused } from './subset.mjs';

export async function checkDoor(root) {
  const { evaluate } = await loadText(readFileSync(join(root, 'webapp/pkg/check/check.wasm')));
  return {
    name: 'check',
    // The password estimate has a module of its own.
    has: ({ rule }) => rule !== 'password.estimate',
    answers: (fixtures) =>
      fixtures.map(({ rule, input }) => {
        const answer = evaluate(rule, input);
        return answer.startsWith('!') ? refused(JSON.parse(answer.slice(1))) : JSON.parse(answer);
      }),
    answerText: evaluate,
  };
}
