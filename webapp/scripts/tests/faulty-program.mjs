// A program for the conformance kit: answers with the package's module, line by line, but for what its argument says.
//   faulty-program.mjs [faults | dies | hangs | chatters | swaps | repeats | little]
import { readFileSync } from 'node:fs';
import { argv, exit, stdin } from 'node:process';
import { createInterface } from 'node:readline';
import { loadText } from '../rules-package/index.mjs';
import { ownModule } from '../rules-package/own.mjs';
import { faults } from './faults.mjs';

const way = argv[2];
const afterCalls = 5;
const rules = await loadText(readFileSync(ownModule));
const evaluate = (rule, input) => {
  const text = rules.evaluate(rule, JSON.stringify(input));
  return text.startsWith('!') ? { error: JSON.parse(text.slice(1)) } : JSON.parse(text);
};
const byRule = new Map(way === 'faults' ? faults.map((fault) => [fault.rule, fault]) : []);

const write = (text) => console.log(text);
let count = 0;
for await (const line of createInterface({ input: stdin })) {
  const { rule, input } = JSON.parse(line);
  count += 1;
  if (way === 'little' && rule !== 'plan.end') {
    write('{"error":{"code":"unknown_rule"}}');
    continue;
  }
  const right = evaluate(rule, input);
  const answer = JSON.stringify(byRule.get(rule)?.plant(right, input, evaluate) ?? right);
  if (count <= afterCalls || byRule.size > 0) write(answer);
  else if (way === 'dies') {
    console.error('the table of fees is missing');
    exit(3);
  } else if (way === 'hangs') continue;
  else if (way === 'chatters') write(`working on ${rule}`);
  else if (way === 'repeats') write(`${answer}\n${answer}`);
  else if (way === 'swaps') setTimeout(() => write(answer), count % 2 === 0 ? 20 : 0);
  else write(answer);
}
