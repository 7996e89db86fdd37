#!/usr/bin/env node
// What the PIN costs: transfers with their PIN, beside transfers whose PIN was confirmed before, in alternation.
//   AJO_BACKEND_BIN=… AJO_LOAD_BIN=… AJO_TEST_POSTGRES_URL=postgres://… node benches/pin.mjs
import { rmSync } from 'node:fs';
import { load } from './load.mjs';
import { authorise, byPin, inTwoCalls, joinPairs, refusals } from './payments.mjs';
import { createDatabase, startServer } from './server.mjs';

const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const rounds = Number(process.env.BENCH_ROUNDS ?? 2);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 8);
const people = Number(process.env.BENCH_PEOPLE ?? 400);
const confirmSeconds = Number(process.env.BENCH_CONFIRM_SECONDS ?? 80);
const only = process.env.BENCH_ONLY?.split(',');
/** The number of transfers made ready for a run is bounded; it is more than any run makes. */
const MOST_A_SECOND = 2_000;
const FIRST_A_SECOND = 600;
const SPARE = 1.4;

const ms = (micros) => (micros / 1000).toFixed(1);
const most = MOST_A_SECOND * seconds;

/** Each way to pay with the PIN; those that the server does not know are reported, and not compared. */
const ways = {
  'PIN and transfer, two calls': inTwoCalls,
  'PIN and transfer, one call': byPin,
};

function print(name, run, expected = '201') {
  const times = `p50 ${ms(run.p50)} ms, p99 ${ms(run.p99)}`;
  if (run.done > 0)
    console.log(`  ${name.padEnd(40)}${run.rate.toFixed(1).padStart(8)} a second, the last call ${times}`);
  const refused = refusals(run, expected);
  if (refused) console.log(`  ${name}: ${refused}`);
}

async function measure(engine, databaseUrl) {
  const server = await startServer(databaseUrl);
  try {
    const { url } = server;
    const pairs = await joinPairs(url, people);
    console.log(`${engine}, ${connections} connections, ${people} people, ${seconds} s each`);
    const ratios = new Map();
    let aSecond = FIRST_A_SECOND;
    for (let round = 0; round < rounds; round += 1) {
      const count = Math.ceil(aSecond * seconds * SPARE);
      const { outcome, transfers } = await authorise({
        url,
        pairs,
        connections,
        count,
        seconds: confirmSeconds,
      });
      print('PINs alone', outcome, '200');
      const alone = await load({ url, requests: transfers, connections, seconds });
      print('transfers alone, PINs confirmed before', alone);
      if (alone.done === 0) throw new Error('no transfer was made');
      aSecond = Math.max(aSecond, alone.rate);
      for (const [name, requestsOf] of Object.entries(ways)) {
        const requests = requestsOf({ pairs, connections, count: most });
        const run = await load({ url, requests, connections, seconds });
        print(name, run, requestsOf === inTwoCalls ? '200 201' : '201');
        if (run.done > 0) ratios.set(name, [...(ratios.get(name) ?? []), run.rate / alone.rate]);
      }
    }
    for (const [name, each] of ratios) {
      const mean = each.reduce((sum, ratio) => sum + ratio, 0) / each.length;
      const list = each.map((ratio) => ratio.toFixed(2)).join(', ');
      console.log(`  ${name} : transfers alone = ${mean.toFixed(2)} (${list})`);
    }
  } finally {
    await server.stop();
  }
}

if (!only || only.includes('sqlite')) {
  const { folder, url } = createDatabase();
  try {
    await measure('SQLite', url);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const postgres = process.env.AJO_TEST_POSTGRES_URL;
if (!postgres) console.log('PostgreSQL: not measured, AJO_TEST_POSTGRES_URL is not set');
else if (!only || only.includes('postgres')) await measure('PostgreSQL', postgres);
