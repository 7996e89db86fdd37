#!/usr/bin/env node
// Instructions per call, counted by callgrind and so independent of the load of the machine. Compared with
// instructions.json; a row with over 5 % more fails.   BENCH_RECORD=1 updates the file.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const record = join(import.meta.dirname, 'instructions.json');
const binary = process.argv[2];
const CALLS = [100, 300];
const TOLERATED = 1.05;

/** The instruction count of a run with a number of calls. */
function counted(row, calls) {
  const run = spawnSync('valgrind', ['--tool=callgrind', '--callgrind-out-file=/dev/null', binary, row, String(calls)], { encoding: 'utf8' });
  if (run.error) throw new Error(`valgrind is missing: ${run.error.message}`);
  const found = /Collected\s*:\s*(\d+)/.exec(run.stderr);
  if (run.status !== 0 || !found) throw new Error(`${row}: ${run.stderr}`);
  return Number(found[1]);
}

const rows = execFileSync(binary, { encoding: 'utf8' }).trim().split('\n');
const before = JSON.parse(readFileSync(record, 'utf8'));
const now = {};
let worse = 0;
for (const row of rows) {
  // The difference of two runs excludes the startup.
  const [few, many] = CALLS.map((calls) => counted(row, calls));
  now[row] = Math.round((many - few) / (CALLS[1] - CALLS[0]));
  const ratio = before[row] ? now[row] / before[row] : Number.NaN;
  if (ratio > TOLERATED) worse += 1;
  console.log(`${row.padEnd(32)} ${String(now[row]).padStart(9)} instructions   ${Number.isNaN(ratio) ? 'new' : `${ratio.toFixed(3)} of the record${ratio > TOLERATED ? ' WORSE' : ''}`}`);
}
if (process.env.BENCH_RECORD) writeFileSync(record, `${JSON.stringify(now, null, 2)}\n`);
else if (worse > 0) process.exit(1);
