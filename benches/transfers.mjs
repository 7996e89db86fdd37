#!/usr/bin/env node
// Wallet transfers a second over HTTP, on SQLite and on PostgreSQL, beside the raw database's rate for the same writes.
//   AJO_BACKEND_BIN=target/release/backend AJO_TEST_POSTGRES_URL=postgres://… node benches/transfers.mjs
// Each connection is a person who pays another: PIN confirmed, then the transfer, each answer awaited before the next.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { Person } from './person.mjs';
import { rawPostgres, rawSqlite } from './raw.mjs';
import { createDatabase, startServer } from './server.mjs';

const seconds = Number(process.env.BENCH_SECONDS ?? 10);
const connections = Number(process.env.BENCH_CONNECTIONS ?? 8);

const percentile = (samples, share) => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};

async function measure(engine, databaseUrl) {
  const server = await startServer(databaseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: connections * 2 });
  try {
    const people = [];
    for (let index = 0; index < connections * 2; index += 1)
      people.push(await Person.join(server.url, agent, index));
    const pairs = Array.from({ length: connections }, (_, index) => [
      people[index * 2],
      people[index * 2 + 1],
    ]);
    for (const [payer] of pairs) await payer.fund('1000000.00');

    const confirmed = [];
    const paid = [];
    const refused = new Map();
    const started = performance.now();
    const deadline = started + seconds * 1000;
    await Promise.all(
      pairs.map(async ([payer, payee]) => {
        while (performance.now() < deadline) {
          const key = randomUUID();
          const before = performance.now();
          const authorisation = await payer.confirm(payee, '1.00', key);
          const between = performance.now();
          const status = await payer.transfer(payee, '1.00', key, authorisation);
          const after = performance.now();
          confirmed.push(between - before);
          if (status === 201) paid.push(after - between);
          else refused.set(status, (refused.get(status) ?? 0) + 1);
        }
      }),
    );
    const elapsed = (performance.now() - started) / 1000;
    const sum = (samples) => samples.reduce((total, one) => total + one, 0);
    return {
      engine,
      rate: paid.length / elapsed,
      // The share of the time that the transfers themselves took, had nobody waited for PINs.
      transferRate: paid.length / (sum(paid) / connections / 1000),
      p50: percentile(paid, 0.5),
      p99: percentile(paid, 0.99),
      confirm: percentile(confirmed, 0.5),
      refused: [...refused],
    };
  } finally {
    agent.destroy();
    await server.stop();
  }
}

const report = (result, raw) => {
  console.log(`${result.engine}`);
  console.log(
    `  transfers with their PIN confirmation  ${result.rate.toFixed(1)} /s over ${connections} connections, ${seconds} s`,
  );
  console.log(
    `  the transfer calls alone               ${result.transferRate.toFixed(1)} /s; p50 ${result.p50.toFixed(1)} ms, p99 ${result.p99.toFixed(1)} ms (PIN confirmation p50 ${result.confirm.toFixed(1)} ms)`,
  );
  console.log(
    `  raw database, the same writes          ${raw.toFixed(1)} /s; ratio ${(result.transferRate / raw).toFixed(2)}`,
  );
  for (const [status, count] of result.refused) console.log(`  answered ${status}: ${count}`);
};

const sqlite = createDatabase();
try {
  const result = await measure('SQLite', sqlite.url);
  report(result, await rawSqlite(sqlite.path, connections, seconds));
} finally {
  rmSync(sqlite.folder, { recursive: true, force: true });
}

const postgres = process.env.AJO_TEST_POSTGRES_URL;
if (postgres) {
  const result = await measure('PostgreSQL', postgres);
  report(result, await rawPostgres(postgres, connections, seconds));
} else {
  console.log('PostgreSQL: not measured, AJO_TEST_POSTGRES_URL is not set');
}
