#!/usr/bin/env node
// Packs the rules for partners: webapp/scripts/rules-package with the built module, its types and the test vectors.
//
//   pack-rules.mjs FOLDER    writes FOLDER/package, and the tarball that npm makes of it, whose path it prints
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { argv } from 'node:process';
import { fixturesByRule } from './rules-package/fixtures.mjs';

const scripts = import.meta.dirname;
const built = join(scripts, '../pkg');
const fixtures = join(scripts, '../../fixtures');

const [, , given] = argv;
if (!given) throw new Error('pack-rules.mjs FOLDER');
const folder = resolve(given);
const contents = join(folder, 'package');
rmSync(folder, { recursive: true, force: true });
mkdirSync(contents, { recursive: true });
cpSync(join(scripts, 'rules-package'), contents, { recursive: true });
for (const file of ['check/check.wasm', 'check/check.json', 'rules/rule-map.d.ts'])
  cpSync(join(built, file), join(contents, basename(file)));
// The estimate of a password is not in this module, and the model is no vector.
const isAnswered = (path) => !/(password\.estimate\.json|ANSWERS|fixtures\/model)$/.test(path);
cpSync(fixtures, join(contents, 'fixtures'), { recursive: true, filter: isAnswered });

const typed = readFileSync(join(contents, 'rule-map.d.ts'), 'utf8');
for (const rule of fixturesByRule(fixtures).keys())
  if (!typed.includes(`\n  "${rule}": { input: `)) throw new Error(`rule-map.d.ts lacks ${rule}: make wasm`);

const options = ['--silent', '--offline', '--ignore-scripts', '--pack-destination', folder];
const tarball = execFileSync('npm', ['pack', ...options], { cwd: contents, encoding: 'utf8' }).trim();
console.log(join(folder, tarball));
