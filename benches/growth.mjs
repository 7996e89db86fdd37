#!/usr/bin/env node
// What a user, the jobs and the operator notice of a large database: the same calls on a small one and on a filled one, by
// somebody with a few rows and somebody with very many.
//   AJO_BACKEND_BIN=target/release/backend AJO_TEST_POSTGRES_URL=postgres://… node benches/growth.mjs
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, resolve } from 'node:path';
import { CALLS, prepare } from './growth/calls.mjs';
import { fill, renew } from './growth/fill.mjs';
import { firstRound, rounds } from './growth/jobs.mjs';
import { query } from './growth/shell.mjs';
import { Person } from './person.mjs';
import { binary, createDatabase, freePort, startServer } from './server.mjs';

const setting = (name, otherwise) => Number(process.env[`BENCH_${name}`] ?? otherwise);
const ENTRIES = { sqlite: setting('ENTRIES', 10_000_000), postgres: setting('ENTRIES', 3_000_000) };
const people = setting('PEOPLE', 100_000);
const heavyRows = setting('HEAVY', 1_000_000);
/** Repetitions of a call by each person; fewer of one that takes long. */
const most = setting('ROUNDS', 15);
const LEAST = 3;
const MOST_CALL_MS = 20_000;
/** Enough for two rounds of the jobs that pause for a minute. */
const jobSeconds = setting('JOB_SECONDS', 130);
const checkSeconds = setting('CHECK_SECONDS', 900);
const engines = (process.env.BENCH_ENGINES ?? 'sqlite,postgres').split(',');
const fillOnly = process.env.BENCH_FILL === 'only';
const kept = process.env.BENCH_KEEP && resolve(process.env.BENCH_KEEP);
const isFilled = Boolean(kept) && existsSync(kept);
/** A kept database is made where it stays. */
const folder = resolve(kept ? dirname(kept) : (process.env.BENCH_DIR ?? tmpdir()));
/** The longest the server may take to start, with migrations of a kept database, and to do the day's check. */
const START_MS = 1_800_000;
const DAILY_MS = 1_800_000;
const STOP_MS = 120_000;
/** The disk space of an entry with all that depends on it, and as much again while indexes are built. */
const BYTES_AN_ENTRY = 1_600;
/** The longest time for the words of a statement. */
const INDEX_MS = 1_800_000;
/** The entries of the days whose check is measured; the days that are filled. */
const SOME_DAYS_ENTRIES = 100_000;
const FILLED_DAYS = 3 * 365;
/** A kept database must be readable another day. */
const SECRET = 'a kept database of measurements is opened again';
const SMALL = 'bench.small@example.com';
const HEAVY = 'bench.heavy@example.com';

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const agent = new Agent({ keepAlive: true, maxSockets: 8 });
let running;
process.once('exit', () => running?.kill());

async function start(url) {
  const metrics = await freePort();
  const began = performance.now();
  const server = await startServer(
    url,
    { AJO_SECRET: SECRET, AJO_METRICS_ADDR: `127.0.0.1:${metrics}` },
    START_MS,
  );
  running = server;
  return { ...server, readyMs: performance.now() - began, metrics: `http://127.0.0.1:${metrics}` };
}

/** Milliseconds from SIGTERM to the exit; undefined if it was killed. */
async function stop(server) {
  const began = performance.now();
  process.kill(server.pid, 'SIGTERM');
  const late = setTimeout(server.kill, STOP_MS);
  await server.gone;
  clearTimeout(late);
  const took = performance.now() - began;
  return took < STOP_MS ? took : undefined;
}

/** Two people with some twenty rows each, of payments to each other and to banks. */
async function join(server) {
  const small = await Person.join(server.url, agent, 1, SMALL);
  const heavy = await Person.join(server.url, agent, 2, HEAVY);
  const [bank] = await small.must('GET', '/banks');
  for (const person of [small, heavy]) await person.fund('100000.00');
  for (let index = 0; index < 7; index += 1) {
    for (const [payer, payee] of [
      [small, heavy],
      [heavy, small],
    ]) {
      const [key, other] = [randomUUID(), randomUUID()];
      const paid = [
        await payer.transfer(payee, '1.00', key, await payer.confirm(payee, '1.00', key)),
        await payer.withdraw(bank, `012345678${index}`, '200.00', other),
      ];
      if (paid.some((status) => status > 202)) throw new Error(`a payment was answered ${paid.join(', ')}`);
    }
  }
  return [small, heavy];
}

/** The two people at a server that was started anew, in sessions of before while these last. */
const comeBack = (server, before) =>
  Promise.all(
    [SMALL, HEAVY].map((email, index) => Person.known(server.url, agent, email, before?.[index].token)),
  );

/** Median milliseconds of each call, the people taking turns; a call is not repeated further once it has taken long. */
async function measure(persons) {
  const [small, heavy] = persons;
  const rows = [await prepare(small, heavy), await prepare(heavy, small)];
  const medians = new Map();
  for (const { name, before, call } of CALLS) {
    const times = persons.map(() => []);
    const began = performance.now();
    // The first round, which finds everything cold, does not count.
    for (
      let round = 0;
      round <= most && (round <= LEAST || performance.now() - began < MOST_CALL_MS);
      round += 1
    ) {
      for (const [index, person] of persons.entries()) {
        const given = await before?.(person);
        const asked = performance.now();
        const { status, text } = await call(person, given);
        if (round > 0) times[index].push(performance.now() - asked);
        if (status >= 400) throw new Error(`${name} answered ${status}: ${text}`);
      }
    }
    medians.set(name, times.map(median));
  }
  return { rows, medians };
}

/** Seconds that a command took, with its output; its code is null if it was not done in time. */
function command(url, args, mostSeconds) {
  const began = performance.now();
  const env = { ...process.env, AJO_SECRET: SECRET, AJO_DATABASE_URL: url, AJO_LOG_FILTER: 'error' };
  const child = spawn(resolve(binary), args, { env, cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  const late = setTimeout(() => child.kill('SIGKILL'), mostSeconds * 1000);
  let text = '';
  child.stdout.on('data', (part) => {
    text += part;
  });
  return new Promise((done) =>
    child.once('close', (code) => {
      clearTimeout(late);
      done({ seconds: (performance.now() - began) / 1000, code, text: text.trim() });
    }),
  );
}

/** Makes the day's check due again, which the server makes once a day. */
function forgetCheck(url) {
  const forget = 'DELETE FROM audit_exports WHERE day = (SELECT MAX(day) FROM audit_exports)';
  if (url.startsWith('postgres')) {
    const toggle = (how) => `ALTER TABLE audit_exports ${how} TRIGGER audit_exports_stand`;
    query(url, `${toggle('DISABLE')}; ${forget}; ${toggle('ENABLE')}`);
    return;
  }
  const trigger = query(url, `SELECT sql FROM sqlite_master WHERE name = 'audit_exports_stay'`);
  query(url, `DROP TRIGGER audit_exports_stay; ${forget}; ${trigger}`);
}

const ms = (time) => (time === undefined || Number.isNaN(time) ? '–' : time.toFixed(time < 100 ? 1 : 0));
const row = (name, cells) =>
  console.log(`  ${name.padEnd(28)}${cells.map((cell) => String(cell).padStart(14)).join('')}`);

function reportCalls(before, after) {
  console.log(`  rows: small person ${before.rows[0]}, then ${after.rows[0]}; heavy person ${after.rows[1]}`);
  row('ms', ['small, small', 'small, big', 'heavy, big', 'heavy : small', 'big : small']);
  for (const [name, [small, heavy]] of after.medians) {
    const [first] = before.medians.get(name);
    row(name, [ms(first), ms(small), ms(heavy), (heavy / small).toFixed(2), (small / first).toFixed(2)]);
  }
}

function reportJobs(before, after) {
  console.log('  jobs, ms a round, from the time between the ends of rounds less the pause:');
  row('', ['pause, s', 'small', 'big', 'rounds']);
  for (const { job, every, ms: time, rounds: count } of after.jobs) {
    row(job, [every, ms(before.jobs.find((one) => one.job === job)?.ms), ms(time), count]);
  }
  for (const { job, end, value } of after.bad) console.log(`  ${job}: ${value} rounds ${end}`);
}

/** How long the server takes to go while it works on something long. */
async function stops(url, persons) {
  const line = (what, took) =>
    console.log(
      `  SIGTERM to exit, ${what}: ${took === undefined ? `not within ${STOP_MS / 1000} s` : `${ms(took)} ms`}`,
    );
  {
    const server = await start(url);
    const [, heavy] = await comeBack(server, persons);
    const asked = heavy.call('GET', '/transaction/me.csv?search=qqzzqq').then(
      ({ status }) => `it was answered ${status}`,
      () => 'it was not answered',
    );
    await sleep(200);
    const took = await stop(server);
    line(`during a CSV search (${await asked})`, took);
  }
  forgetCheck(url);
  const server = await start(url);
  console.log(`  start until ready, the day's check due: ${ms(server.readyMs)} ms`);
  await sleep(2_000);
  const isOver = await firstRound(server.metrics, 'daily check', 1);
  line(`two seconds into the day's check${isOver ? ', which was over' : ''}`, await stop(server));
}

/** Waits until the words of the heavy person's statement are known, which the first search begins. */
async function indexed(url, heavy) {
  await heavy.must('GET', '/transaction/me?search=qqzzqq');
  const began = performance.now();
  while (performance.now() - began < INDEX_MS) {
    const until = Number(query(url, 'SELECT COALESCE(MAX(until_ms), 0) FROM searched_people'));
    if (until > Date.now() - 86_400_000) break;
    await sleep(1_000);
  }
  console.log(`  words for searches: ${((performance.now() - began) / 1000).toFixed(0)} s`);
}

async function onBig(url, before, persons) {
  const server = await start(url);
  const began = performance.now();
  const end = await firstRound(server.metrics, 'daily check', DAILY_MS);
  console.log(`  start until ready: ${ms(server.readyMs)} ms`);
  const took = performance.now() - began;
  if (took > 5_000)
    console.log(`  the day's check: ${end ?? 'under way'} after ${(took / 1000).toFixed(0)} s`);
  const again = await comeBack(server, persons);
  await indexed(url, again[1]);
  const after = await measure(again);
  reportCalls(before, after);
  reportJobs(before, await rounds(server.metrics, jobSeconds));
  console.log(`  SIGTERM to exit, idle: ${ms(await stop(server))} ms`);
  const { seconds, code, text } = await command(url, ['ledger', 'check'], checkSeconds);
  const result = code === null ? 'stopped, not done' : text.split('\n').at(-1);
  console.log(`  backend ledger check: ${seconds.toFixed(1)} s, ${result}`);
  if (code !== null && code !== 0) throw new Error(text.split('\n', 5).join('\n'));
  const days = Math.ceil(SOME_DAYS_ENTRIES / (ENTRIES[url.startsWith('postgres') ? 'postgres' : 'sqlite'] / FILLED_DAYS));
  const since = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const open = await command(url, ['ledger', 'check', '--since', since], checkSeconds);
  const told = open.code === 0 ? '' : `, ${open.text.split('\n').at(-1) || 'its days are not closed'}`;
  console.log(`  backend ledger check --since ${since}: ${open.seconds.toFixed(1)} s${told}`);
  await stops(url, again);
}

function expectRoom(entries) {
  const { bavail, bsize } = statfsSync(folder);
  const [free, needed] = [bavail * bsize, entries * BYTES_AN_ENTRY].map((bytes) => bytes / 1e9);
  if (free < needed)
    throw new Error(
      `${folder} has ${free.toFixed(1)} GB free, ${needed.toFixed(1)} GB are needed: set BENCH_DIR`,
    );
}

/** Two people on a small database, who are measured there and stay in it. */
async function begin(url) {
  const server = await start(url);
  const persons = await join(server);
  await firstRound(server.metrics, 'daily check', DAILY_MS);
  // The bank's answers settle the withdrawals.
  await sleep(2_000);
  const before = fillOnly ? undefined : await measure(persons);
  if (before) Object.assign(before, await rounds(server.metrics, jobSeconds));
  await stop(server);
  return { persons, before };
}

async function fillBig(engine, url) {
  const entries = ENTRIES[engine];
  const began = performance.now();
  const tell = (what, seconds) =>
    fillOnly && console.log(`  ${what.padEnd(16)}${seconds.toFixed(1).padStart(8)} s`);
  await fill(url, { entries, people, heavy: heavyRows, heavyEmail: HEAVY, tell });
  const seconds = (performance.now() - began) / 1000;
  console.log(`  filled in ${seconds.toFixed(0)} s: ${entries} entries, ${people} people`);
}

async function onSqlite() {
  if (!isFilled) expectRoom(ENTRIES.sqlite);
  const made = createDatabase(folder);
  try {
    const { persons, before } = await begin(made.url);
    let { path } = made;
    if (isFilled) {
      path = kept;
      await renew(`sqlite:${path}`);
    } else {
      await fillBig('sqlite', made.url);
      if (kept) {
        // Under this name it is complete.
        renameSync(path, kept);
        path = kept;
      }
    }
    console.log(`  ${(statSync(path).size / 1e9).toFixed(2)} GB`);
    if (before) await onBig(`sqlite:${path}`, before, isFilled ? undefined : persons);
  } finally {
    rmSync(made.folder, { recursive: true, force: true });
  }
}

async function onPostgres(server) {
  const name = `ajo_growth_${process.pid}`;
  query(server, `CREATE DATABASE ${name}`);
  const { href } = Object.assign(new URL(server), { pathname: `/${name}` });
  try {
    const { persons, before } = await begin(href);
    await fillBig('postgres', href);
    console.log(`  ${(Number(query(href, `SELECT pg_database_size('${name}')`)) / 1e9).toFixed(2)} GB`);
    if (before) await onBig(href, before, persons);
  } finally {
    query(server, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

if (engines.includes('sqlite')) {
  console.log('SQLite');
  await onSqlite();
}
const postgres = process.env.AJO_TEST_POSTGRES_URL;
if (engines.includes('postgres')) {
  console.log(postgres ? 'PostgreSQL' : 'PostgreSQL: not measured, AJO_TEST_POSTGRES_URL is not set');
  if (postgres) await onPostgres(postgres);
}
agent.destroy();
