#!/usr/bin/env node
// Checks the layout of the source, as far as the compilers do not: each subject is a file of `layout`.
import './layout/rust.mjs';
import './layout/tables.mjs';
import './layout/web.mjs';
import './layout/entry.mjs';
import './layout/named.mjs';
import { problems } from './layout/source.mjs';

for (const problem of problems) console.error(problem);
console.log(problems.length === 0 ? 'layout: everything is where it belongs' : `layout: ${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;
