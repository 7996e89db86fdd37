#!/usr/bin/env node
// Divides the module of all rules. Code for some of them becomes a part of its own, which works in the memory of the first
// part and imports its functions: nothing is in both.
//
//   split-wasm plain MODULE
//       Drops the relocations from wasm-bindgen's output, where they no longer hold.
//   split-wasm divide LINKED OPTIMISED NAMES FIRST LATER
//       LINKED: the linker's output with relocations, which show which function needs which. OPTIMISED: the same module after
//       wasm-bindgen and wasm-opt, as text; the slots of functions in the table and the addresses of constants are still
//       those of LINKED. NAMES: the rules that move, one a line. FIRST, LATER: the parts, as text.
import { readFileSync, writeFileSync } from 'node:fs';
import { argv } from 'node:process';
import { needed } from './split-wasm/linked.mjs';
import { withoutRelocations } from './split-wasm/reader.mjs';
import { divided } from './split-wasm/text.mjs';

const [command, ...paths] = argv.slice(2);
if (command === 'plain') {
  const [module] = paths;
  writeFileSync(module, withoutRelocations(readFileSync(module)));
} else {
  const [linked, optimised, names, first, later] = paths;
  const moved = readFileSync(names, 'utf8').split('\n').filter(Boolean);
  const parts = divided(readFileSync(optimised, 'utf8'), needed(readFileSync(linked), moved));
  writeFileSync(first, parts.first);
  writeFileSync(later, parts.later);
}
