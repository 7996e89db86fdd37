#!/usr/bin/env node
// Fails if the text of any SQL statement in the server's source has not run on PostgreSQL, or if a transaction that moved
// money notified: PostgreSQL commits notifying transactions one after the other, on all servers.
//   .ci/sql-on-postgres.mjs SERVER-LOG
// The log comes from a PostgreSQL with log_statement=all, with records that start with U+001E and the session, as kept by
// `.ci/with-postgres`.
// A text counts as run if a statement that ran contains it, because batches nest statements and renumber their parameters.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, exit } from 'node:process';

/** Statements for SQLite only: its own catalogue, its rows of JSON, and notices between programs, which use NOTIFY on PostgreSQL. */
const SQLITE_ONLY = /\bpragma_table_info\b|\bsqlite_(master|schema)\b|\bjson_each\b|\brealtime_notices\b/;

const root = join(import.meta.dirname, '../backend');
const isTest = (path) => /(^|\/)(tests?|testing)(\.rs|\/)|_tests\.rs$/.test(path);
const sources = readdirSync(root, { recursive: true }).filter((path) => /^\w+\/src\/.*\.rs$/.test(path) && !isTest(path));

/** String literals of a Rust source, with their first lines. Comments, characters and lifetimes are skipped. */
function* literals(source) {
  const token = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|b?r(#*)"([\s\S]*?)"\1|"((?:\\[\s\S]|[^"\\])*)"|'(?:\\[^']+|[^\\'])'/g;
  for (const { 0: text, 2: raw, 3: plain, index } of source.matchAll(token)) {
    if (!text.endsWith('"') && !text.endsWith('#')) continue;
    if (raw === undefined && plain === undefined) continue;
    const line = source.slice(0, index).split('\n').length;
    yield { line, text: raw ?? unescaped(plain) };
  }
}

const unescaped = (text) => text.replaceAll(/\\(\n\s*|[\s\S])/g, (_, [escaped]) => ({ '\n': '', n: '\n' })[escaped] ?? escaped);

/** Normalises the differences between source and sent statement: white space, parameter numbers, and the names of rows. */
const plain = (text) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+/g, '$')
    .replaceAll(/\bFROM r\d+ AS rows\b/g, 'FROM rows')
    .trim();

/** A statement, or a fragment for `concat!`. */
const isSql = (text) =>
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM|FROM|WHERE|JOIN|ORDER BY|GROUP BY|RETURNING|ON CONFLICT|VALUES)\b/.test(text);

/** Together in a transaction, they are what must not be. */
const MARKS = ['INSERT INTO ledger_transfers', 'pg_notify'];
/** The marks of each session's open transaction. */
const open = new Map();
let notifying = 0;

const ran = new Set();
for (const record of readFileSync(argv[2], 'utf8').split('\x1e')) {
  const [, session, text] = record.match(/^(\S+) LOG: {2}(?:statement|execute [^:]*): ([\s\S]*)$/) ?? [];
  if (text === undefined) continue;
  ran.add(plain(text));
  // Outside a transaction, each statement is one.
  if (/^BEGIN\b/.test(text)) open.set(session, []);
  if (/^(COMMIT|ROLLBACK)\b(?! TO)/.test(text)) open.delete(session);
  const marks = [...(open.get(session) ?? []), ...MARKS.filter((mark) => text.includes(mark))];
  if (open.has(session)) open.set(session, marks);
  if (MARKS.every((mark) => marks.includes(mark))) notifying += 1;
}
const everything = [...ran].join('\n');

let known = 0;
const missing = [];
for (const path of sources) {
  const source = readFileSync(join(root, path), 'utf8').replace(/#\[cfg\(test\)\]\s*mod \w+ \{[\s\S]*$/, '');
  for (const { line, text } of literals(source)) {
    const statement = plain(text);
    if (!isSql(statement) || SQLITE_ONLY.test(statement)) continue;
    known += 1;
    // A template runs with its placeholders filled in.
    const hasRun = statement.split(/\{[^}]*\}/).every((piece) => everything.includes(piece.trim()));
    if (!hasRun) missing.push(`backend/${path}:${line}: ${statement.slice(0, 120)}`);
  }
}
console.log(`sql: ${known} statements of the server, ${ran.size} texts ran on PostgreSQL`);
for (const one of missing) console.error(`sql: has not run on PostgreSQL: ${one}`);
// A sanity check: fewer would mean that the source or the log has changed its format.
if (known < 500 || ran.size < 500) console.error('sql: too few statements were found');
if (notifying > 0) console.error(`sql: ${notifying} transactions moved money and notified`);
exit(notifying > 0 || missing.length > 0 || known < 500 || ran.size < 500 ? 1 : 0);
