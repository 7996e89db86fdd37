#!/usr/bin/env node
// Wallet transfers per second over HTTP, on SQLite and on PostgreSQL, beside the raw database's rate for the same writes.
//   AJO_BACKEND_BIN=target/release/backend AJO_TEST_POSTGRES_URL=postgres://… node benches/transfers.mjs
// Each connection makes one call after the other for its own share of the users, who pay one another in turn. With only one
// user per connection, each would pay fifty times a second, and the server's look-ups of a user's last minute and day would
// read thousands of rows.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { Person } from './person.mjs';
import { rawPostgres, rawSqlite } from './raw.mjs';
import { createDatabase, startServer } from './server.mjs';

const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 8);
const people = Number(process.env.BENCH_PEOPLE ?? 400);
const confirmSeconds = Number(process.env.BENCH_CONFIRM_SECONDS ?? 80);

const percentile = (samples, share) => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

/** All connections repeat the same call, each waiting for its response, until the time or the work is over. */
async function together(shares, mostSeconds, act) {
  const samples = [];
  const refused = new Map();
  const started = performance.now();
  await Promise.all(
    shares.map(async (pairs) => {
      for (let turn = 0; performance.now() - started < mostSeconds * 1000; turn += 1) {
        const before = performance.now();
        const status = await act(pairs[turn % pairs.length]);
        if (status === undefined) return;
        if (status === 201) samples.push(performance.now() - before);
        else refused.set(status, (refused.get(status) ?? 0) + 1);
      }
    }),
  );
  return { rate: samples.length / ((performance.now() - started) / 1000), count: samples.length, samples, refused };
}

async function measure(engine, databaseUrl) {
  const server = await startServer(databaseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: connections * 2 });
  try {
    const shares = await Promise.all(
      Array.from({ length: connections }, async (_, connection) => {
        const pairs = [];
        for (let index = connection * 2; index < people; index += connections * 2) {
          const payer = await Person.join(server.url, agent, index);
          await payer.fund('1000000.00');
          pairs.push([payer, await Person.join(server.url, agent, index + 1)]);
        }
        return pairs;
      }),
    );

    const whole = await together(shares, seconds, async ([payer, payee]) => {
      const key = randomUUID();
      return payer.transfer(payee, '1.00', key, await payer.confirm(payee, '1.00', key));
    });
    // PIN hashing is slow on purpose. To measure the transfers themselves, PINs are confirmed beforehand; an
    // authorisation lasts two minutes.
    const authorised = new Map(shares.flat().map(([payer]) => [payer, []]));
    const confirmations = await together(shares, confirmSeconds, async ([payer, payee]) => {
      const key = randomUUID();
      authorised.get(payer).push([key, await payer.confirm(payee, '1.00', key)]);
      return 201;
    });
    const alone = await together(shares, seconds, async ([payer, payee]) => {
      const next = authorised.get(payer).pop();
      return next ? payer.transfer(payee, '1.00', ...next) : undefined;
    });
    return { engine, whole, confirmations, alone };
  } finally {
    agent.destroy();
    await server.stop();
  }
}

const report = ({ engine, whole, confirmations, alone }, raw) => {
  const line = (what, { rate, count, samples }) =>
    console.log(
      `  ${what.padEnd(44)}${rate.toFixed(1).padStart(8)} /s  p50 ${percentile(samples, 0.5).toFixed(1)} ms, p99 ${percentile(samples, 0.99).toFixed(1)} ms, ${count} in all`,
    );
  console.log(`${engine}, ${connections} connections, ${people} people, ${seconds} s`);
  line('PIN confirmation and transfer', whole);
  line('PIN confirmations alone', confirmations);
  line('transfers alone, PINs confirmed beforehand', alone);
  console.log(`  ${'raw database, the same writes'.padEnd(44)}${raw.toFixed(1).padStart(8)} /s  transfers alone : raw = ${(alone.rate / raw).toFixed(2)}`);
  for (const { refused } of [whole, alone]) {
    for (const [status, count] of refused) console.log(`  answered ${status}: ${count}`);
  }
};

const sqlite = createDatabase();
try {
  const result = await measure('SQLite', sqlite.url);
  report(result, await rawSqlite(sqlite.path, people / 2, seconds));
} finally {
  rmSync(sqlite.folder, { recursive: true, force: true });
}

const postgres = process.env.AJO_TEST_POSTGRES_URL;
if (postgres) {
  const result = await measure('PostgreSQL', postgres);
  report(result, await rawPostgres(postgres, people / 2, connections, seconds));
} else {
  console.log('PostgreSQL: not measured, AJO_TEST_POSTGRES_URL is not set');
}
