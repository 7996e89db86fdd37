#!/usr/bin/env node
// Describes the module of all rules without imports: writes FOLDER/check.json beside FOLDER/check.wasm, with the version
// of the rules and the module's SHA-256.
//
//   check-module.mjs FOLDER
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv } from 'node:process';
import { loadText } from './rules-package/index.mjs';

const [, , folder] = argv;
if (!folder) throw new Error('check-module.mjs FOLDER');
const bytes = readFileSync(join(folder, 'check.wasm'));
const { version } = await loadText(bytes);
const sha256 = createHash('sha256').update(bytes).digest('hex');
writeFileSync(join(folder, 'check.json'), `${JSON.stringify({ rules: version, sha256 })}\n`);
