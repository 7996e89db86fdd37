#!/usr/bin/env node
// The module of all rules without imports (webapp/pkg/check): a loader, and its description.
//
//   check-module.mjs describe FOLDER    writes FOLDER/check.json: the version of the rules, and the module's SHA-256
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { fileURLToPath } from 'node:url';

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The rules of a module: `evaluate(rule, text)` answers with text, `version` is theirs. */
export async function loadCheck(bytes) {
  const { instance } = await WebAssembly.instantiate(bytes, {});
  const { memory, alloc, free, evaluate, version } = instance.exports;
  const read = (answer) => {
    const [at, length] = [Number(answer >> 32n) >>> 0, Number(answer & 0xffffffffn)];
    const text = decoder.decode(new Uint8Array(memory.buffer, at, length));
    free(at, length);
    return text;
  };
  return {
    version: read(version()),
    evaluate(rule, input) {
      const call = encoder.encode(`${rule}\n${input}`);
      const at = alloc(call.length) >>> 0;
      new Uint8Array(memory.buffer, at, call.length).set(call);
      return read(evaluate(at, call.length));
    },
  };
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const [, , command, folder] = argv;
  if (command !== 'describe' || !folder) throw new Error('check-module.mjs describe FOLDER');
  const bytes = readFileSync(join(folder, 'check.wasm'));
  const { version } = await loadCheck(bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  writeFileSync(join(folder, 'check.json'), `${JSON.stringify({ rules: version, sha256 })}\n`);
}
