#!/usr/bin/env node
// Wallet transfers per second over HTTP, on SQLite and on PostgreSQL, each beside its yardstick (`yardsticks.mjs`) in
// alternation, so that a busy machine slows both; then the latency at 70 % of the highest rate, beside the disk's own.
//   AJO_BACKEND_BIN=… AJO_LOAD_BIN=… AJO_TEST_POSTGRES_URL=postgres://… node benches/transfers.mjs
import { rmSync } from 'node:fs';
import { disk, load } from './load.mjs';
import { authorise, byPin, joinPairs, refusals } from './payments.mjs';
import { dataFolder, postmaster, statementsOf, withStatements, writes } from './postgres.mjs';
import { busySince, cpuMs, cpuMsOfEnded, cpuMsOfFamily, machine } from './processes.mjs';
import { createDatabase, startServer } from './server.mjs';
import { groupedBy, oneCall, oneCallEach } from './yardsticks.mjs';

const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const rounds = Number(process.env.BENCH_ROUNDS ?? 2);
const crowds = (process.env.BENCH_CONNECTIONS ?? '8,32').split(',').map(Number);
const people = Number(process.env.BENCH_PEOPLE ?? 400);
const confirmSeconds = Number(process.env.BENCH_CONFIRM_SECONDS ?? 80);
const only = process.env.BENCH_ONLY?.split(',');
/** Whether each call carries the PIN, instead of an authorisation that was made beforehand. */
const isByPin = process.env.BENCH_PIN === 'in-call';
/** The share of the highest rate at which the latency is measured. */
const SHARE = 0.7;
const DISK_SECONDS = 3;
/** The number of transfers made ready for the first run, whose rate is unknown. */
const FIRST_A_SECOND = 600;
/** A run may be faster than the fastest before it. */
const SPARE = 1.4;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;
const ms = (micros) => (micros / 1000).toFixed(micros < 10_000 ? 2 : 1);
const perPayment = (cpu, { done }) => (cpu === undefined || done === 0 ? '-' : (cpu / done).toFixed(2));

/** The processor time of each party, and how busy the machine was, while `act` ran. */
async function watched({ server, database }, act) {
  const read = () => ({
    server: cpuMs(server.pid),
    database: database === undefined ? undefined : cpuMsOfFamily(database),
    client: cpuMsOfEnded(),
  });
  const [before, machineBefore] = [read(), machine()];
  const outcome = await act();
  const busy = busySince(machineBefore);
  const after = read();
  const used = (party) => (before[party] === undefined ? undefined : after[party] - before[party]);
  const cpu = { server: used('server'), database: used('database'), client: used('client') };
  if (outcome.cpu_seconds !== undefined) cpu.client = outcome.cpu_seconds * 1000;
  return { ...outcome, cpu, busy };
}

/** Requests for a run; made ready one run at a time, because an authorisation lasts two minutes. */
async function requestsFor(bench, connections, aSecond, spare = SPARE) {
  const { server, pairs } = bench;
  const count = Math.ceil(aSecond * seconds * spare);
  if (isByPin) return byPin({ pairs, connections, count });
  const { outcome, transfers } = await authorise({
    url: server.url,
    pairs,
    connections,
    count,
    seconds: confirmSeconds,
  });
  const refused = refusals(outcome, '200');
  if (refused) console.log(`  PIN confirmations ${refused}`);
  return transfers;
}

const widths = [28, 12, 16, 10, 12, 10, 10];
const row = (...cells) =>
  console.log(
    `  ${cells.map((cell, place) => (place === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[place]))).join('')}`,
  );
const runRow = (name, run) =>
  row(
    name,
    run.rate.toFixed(1),
    run.p50 === undefined ? '-' : `${ms(run.p50)}, ${ms(run.p99)}`,
    perPayment(run.cpu.server, run),
    perPayment(run.cpu.database, run),
    perPayment(run.cpu.client, run),
    `${(run.busy * 100).toFixed(0)} %`,
  );

/** HTTP and yardstick in alternation, by as many connections as clients. */
async function crowd(bench, connections) {
  const { server, pairs, yardstick } = bench;
  console.log(`${bench.engine}, ${connections} connections, ${people} people, ${seconds} s each`);
  console.log('  latencies, and processor time per payment, in ms; how busy the machine was');
  row('', 'a second', 'p50, p99', 'server', 'PostgreSQL', 'client', 'machine');
  const ratios = [];
  for (let round = 0; round < rounds; round += 1) {
    const requests = await requestsFor(bench, connections, bench.highest || FIRST_A_SECOND);
    const http = await watched(bench, () => load({ url: server.url, requests, connections, seconds }));
    runRow('transfers over HTTP', http);
    const refused = refusals(http);
    if (refused) console.log(`  ${refused}`);
    if (http.exhausted) console.log(`    only ${http.seconds.toFixed(1)} s: the authorisations were used up`);
    if (http.done === 0) throw new Error('no transfer was made');
    const plain = await watched(bench, await yardstick.prepare(pairs, connections));
    runRow(yardstick.name(connections), plain);
    ratios.push(http.rate / plain.rate);
    bench.highest = Math.max(bench.highest, http.rate);
  }
  const list = ratios.map((ratio) => ratio.toFixed(2)).join(', ');
  console.log(`  HTTP : ${yardstick.name(connections)} = ${mean(ratios).toFixed(2)} (${list})`);
}

/** The latency below the highest rate, from when each transfer was due. */
async function steady(bench, connections) {
  const { server, folder } = bench;
  const rate = bench.highest * SHARE;
  console.log(
    `${bench.engine}, open loop: ${rate.toFixed(0)} a second, ${SHARE * 100} % of ${bench.highest.toFixed(0)}, over ${connections} connections`,
  );
  for (let round = 0; round < rounds; round += 1) {
    const requests = await requestsFor(bench, connections, rate, 1);
    const quiet = folder ? await disk(folder, DISK_SECONDS) : undefined;
    const open = await watched(bench, () => load({ url: server.url, requests, connections, seconds, rate }));
    console.log(
      `  p50 ${ms(open.p50)} ms, p90 ${ms(open.p90)}, p99 ${ms(open.p99)}, most ${ms(open.max)}; ${open.rate.toFixed(0)} a second, ${open.late} of ${open.done} began late; machine ${(open.busy * 100).toFixed(0)} %`,
    );
    const refused = refusals(open);
    if (refused) console.log(`  ${refused}`);
    if (open.exhausted) console.log(`    only ${open.seconds.toFixed(1)} s: the authorisations were used up`);
    if (!quiet) continue;
    const cpu = (open.cpu.server + (open.cpu.database ?? 0)) / open.done;
    const bound = (quiet.p99 / 1000) * 3 + cpu;
    console.log(
      `  fdatasync alone: p50 ${ms(quiet.p50)} ms, p99 ${ms(quiet.p99)}; three of its p99 and the CPU of a payment: ${bound.toFixed(1)} ms; p99 : that = ${(open.p99 / 1000 / bound).toFixed(2)}`,
    );
  }
}

async function roundTrips({ pairs, server }, url) {
  const connections = 1;
  const calls = 20;
  const [payer] = pairs[0];
  const { transfers } = await authorise({
    url: server.url,
    pairs: pairs.slice(0, 1),
    connections,
    count: calls + 1,
    seconds: confirmSeconds,
  });
  const pay = async (transfer) => {
    const { status, text } = await payer.send(transfer);
    if (status !== 201) throw new Error(`a transfer was answered ${status}: ${text}`);
  };
  await pay(transfers.pop());
  const found = await withStatements(url, (since) =>
    statementsOf(since, () => transfers.pop(), pay, transfers.length),
  );
  console.log(
    `PostgreSQL: ${found.statements.length} round trips a payment (${found.times} of ${found.of} alike)`,
  );
  // Whoever makes the server write more, makes the yardstick write it too.
  const written = (texts) => texts.flatMap(writes).map((part) => part.split(' ').at(-1));
  const yardstick = new Set(written([oneCall('')]));
  const missing = written(found.statements.map(({ text }) => text)).filter((table) => !yardstick.has(table));
  if (missing.length > 0) console.log(`  the yardstick does not write: ${[...new Set(missing)].join(', ')}`);
}

async function measure(engine, url, about) {
  const server = await startServer(url);
  try {
    const bench = { engine, server, pairs: await joinPairs(server.url, people), highest: 0, ...about };
    for (const connections of crowds) await crowd(bench, connections);
    await steady(bench, Math.max(...crowds));
    if (engine === 'PostgreSQL' && process.env.AJO_POSTGRES_LOG) await roundTrips(bench, url);
  } finally {
    await server.stop();
  }
}

if (!only || only.includes('sqlite')) {
  const { folder, path, url } = createDatabase();
  try {
    await measure('SQLite', url, {
      folder,
      yardstick: {
        name: (connections) => `grouped by ${connections}`,
        prepare: (pairs, connections) => groupedBy(path, pairs, connections, seconds),
      },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const postgres = process.env.AJO_TEST_POSTGRES_URL;
if (!postgres) {
  console.log('PostgreSQL: not measured, AJO_TEST_POSTGRES_URL is not set');
} else if (!only || only.includes('postgres')) {
  await measure('PostgreSQL', postgres, {
    database: await postmaster(postgres),
    folder: await dataFolder(postgres),
    yardstick: {
      name: () => 'one call a payment',
      prepare: (pairs, connections) => oneCallEach(postgres, pairs, connections, seconds),
    },
  });
}
