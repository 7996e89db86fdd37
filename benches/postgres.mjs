// The measured PostgreSQL: its processes, and the statements that it logs.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { output } from './load.mjs';

const log = process.env.AJO_POSTGRES_LOG;

export const psql = async (url, sql) =>
  (await output('psql', [url, '-X', '-q', '-At', '-v', 'ON_ERROR_STOP=1', '-c', sql])).trim();

/** The process whose children do all the work; undefined on another machine. */
export async function postmaster(url) {
  const folder = await psql(url, 'SHOW data_directory');
  try {
    return Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n', 1)[0]);
  } catch {
    return undefined;
  }
}

/** The folder whose disk holds the data; undefined on another machine. */
export async function dataFolder(url) {
  const folder = await psql(url, 'SHOW data_directory');
  return statSync(folder, { throwIfNoEntry: false }) ? folder : undefined;
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

/** Each record begins with U+001E and the number of the connection's process. */
const LOGGED = ["log_statement = 'all'", 'log_parameter_max_length = 0', "log_line_prefix = E'\\x1e%p '"];

/**
 * Calls `act` with a function that returns the statements since it was last called, each with its connection. A statement
 * of the driver is one round trip once it has been prepared.
 */
export async function withStatements(url, act) {
  if (!log) throw new Error('AJO_POSTGRES_LOG names no log: run it through .ci/with-postgres');
  for (const setting of LOGGED) await psql(url, `ALTER SYSTEM SET ${setting}`);
  try {
    await psql(url, 'SELECT pg_reload_conf()');
    await sleep(500);
    let read = statSync(log).size;
    return await act(() => {
      const all = readFileSync(log);
      const text = all.subarray(read).toString();
      read = all.length;
      return text.split('\x1e').flatMap((record) => {
        const found = record.match(/^(\d+) LOG: {2}(?:statement|execute [^:]*): ([\s\S]*)$/);
        return found ? [{ connection: found[1], text: found[2].replaceAll(/\s+/g, ' ').trim() }] : [];
      });
    });
  } finally {
    for (const setting of LOGGED) await psql(url, `ALTER SYSTEM RESET ${setting.split(' ')[0]}`);
    await psql(url, 'SELECT pg_reload_conf()');
  }
}

/**
 * The statements of one call, which is made ready and made a number of times. Jobs of the server run between, which only
 * add statements, so the shortest sequence that occurs more than once is the call's own.
 */
export async function statementsOf(since, ready, act, times) {
  const [seen, all] = [new Map(), []];
  for (let time = 0; time < times; time += 1) {
    const request = await ready();
    since();
    await act(request);
    const statements = since();
    all.push(statements);
    const key = statements.map(({ text }) => text).join('\n');
    const known = seen.get(key) ?? { statements, times: 0 };
    known.times += 1;
    seen.set(key, known);
  }
  const often = [...seen.values()].filter((one) => one.times > 1);
  const [own] = (often.length > 0 ? often : [...seen.values()]).toSorted(
    (a, b) => a.statements.length - b.statements.length || b.times - a.times,
  );
  return { ...own, of: times, all };
}

/** The verbs and tables of a statement that writes. */
export const writes = (text) =>
  [...text.matchAll(/\b(INSERT INTO|UPDATE|DELETE FROM) ([a-z_]+)\b/g)].map(([part]) => part);
