#!/usr/bin/env node
// Memory of 10,000 idle sockets, each of a session of its own and subscribed to its credits; and how long a credit that one
// server makes takes to a socket of another server on the same PostgreSQL, without and with these sockets beside.
//   AJO_BACKEND_BIN=… .ci/with-postgres node benches/sockets.mjs
import { createHash, randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { Person } from './person.mjs';
import { psql } from './postgres.mjs';
import { cpuMs, memory } from './processes.mjs';
import { startServer } from './server.mjs';
import { subscribe } from './socket.mjs';

const databaseUrl = process.env.AJO_TEST_POSTGRES_URL;
if (!databaseUrl) throw new Error('AJO_TEST_POSTGRES_URL is not set: run it through .ci/with-postgres');
/** One place is left for the socket that hears the credits: the server accepts 10,000. */
const count = Number(process.env.BENCH_SOCKETS ?? 9_999);
const credits = Number(process.env.BENCH_CREDITS ?? 200);
const STEPS = 5;
const AT_ONCE = 32;
/** The server accepts 500 sockets from an address and 8,000 from its network. */
const AN_ADDRESS = 400;
const A_NETWORK = 4_000;
const SETTLE_MS = 2_000;
/** Each socket's session is checked every half minute; an idle session ends after three minutes. */
const CHECKS_MS = 35_000;
const MOST_MS = 170_000;
const PAUSE_MS = 25;
const EVENT_PATIENCE_MS = 5_000;
const MB = 1024 * 1024;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const at = (samples, share) => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const distribution = (samples) =>
  `p50 ${at(samples, 0.5).toFixed(1)} ms, p99 ${at(samples, 0.99).toFixed(1)}, most ${at(samples, 1).toFixed(1)}`;
const addressOf = (place) =>
  `127.${10 + Math.floor(place / A_NETWORK)}.0.${1 + Math.floor((place % A_NETWORK) / AN_ADDRESS)}`;
const channelOf = (userId) => `private-transaction.credit.ngn.${userId}`;
const tokenOf = (place) => `bench-token-${process.pid}-${place}`;

// Both servers read each other's tokens and permissions.
const settings = { AJO_SECRET: randomBytes(32).toString('base64') };
const near = await startServer(databaseUrl, settings);
const far = await startServer(databaseUrl, settings);
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
const sockets = [];

/** Copies of a person, each with a session: signing up ten thousand would take half an hour. */
async function copies(userId) {
  const now = Date.now();
  const hashes = Array.from({ length: count }, (_, place) => {
    const hash = createHash('sha256').update(tokenOf(place)).digest('hex');
    return `(${place}, '${hash}')`;
  });
  const copy = (table, changes, where) =>
    `INSERT INTO ${table} SELECT (jsonb_populate_record(old, jsonb_build_object(${changes}))).* FROM ${table} old
     CROSS JOIN bench_copies c WHERE ${where};`;
  const session = `old.id = (SELECT id FROM sessions WHERE user_id = '${userId}' LIMIT 1)`;
  for (const sql of [
    'CREATE TABLE bench_copies (n BIGINT PRIMARY KEY, hash TEXT NOT NULL)',
    ...Array.from({ length: Math.ceil(count / 1_000) }, (_, part) => {
      const values = hashes.slice(part * 1_000, (part + 1) * 1_000).join(', ');
      return `INSERT INTO bench_copies VALUES ${values}`;
    }),
    copy(
      'users',
      `'id', 'bench-' || c.n, 'email', 'copy.' || c.n || '@example.com', 'referrer_code', 'bench-' || c.n, 'phone', 'copy-' || c.n`,
      `old.id = '${userId}'`,
    ),
    copy(
      'sessions',
      `'id', 'bench-' || c.n, 'user_id', 'bench-' || c.n, 'last_active_at_ms', ${now}`,
      session,
    ),
    copy(
      'session_tokens',
      `'hash', c.hash, 'session_id', 'bench-' || c.n, 'expires_at_ms', ${now + 3_600_000}`,
      `old.kind = 'access' AND ${session.replace('old.id', 'old.session_id')}`,
    ),
  ]) {
    await psql(databaseUrl, sql);
  }
}

/** Subscribes a socket of the far server to the credits of a person. */
async function listen({ token, userId, localAddress, hear }) {
  const person = Object.assign(new Person(far.url, agent), { token });
  const channel = channelOf(userId);
  const authorise = async (socket_id) => {
    const { status, text } = await person.call('POST', '/broadcasting/auth', {
      socket_id,
      channel_name: channel,
    });
    if (status !== 200) throw new Error(`the channel was answered ${status}: ${text}`);
    return JSON.parse(text).auth;
  };
  const socket = await subscribe({ url: far.url, localAddress, channel, authorise, hear });
  sockets.push(socket);
}

/** Credits on the near server, and when the far server's socket heard of each. */
async function timeCredits(title, account, hearing) {
  const [fromCall, fromAnswer] = [[], []];
  let missed = 0;
  for (let credit = 0; credit < credits; credit += 1) {
    const heard = new Promise((done) => {
      hearing.next = () => done(performance.now());
    });
    const late = sleep(EVENT_PATIENCE_MS).then(() => undefined);
    const begun = performance.now();
    await account.payee.must('POST', '/sandbox/credits', { account_number: account.number, amount: '1.00' });
    const answered = performance.now();
    const when = await Promise.race([heard, late]);
    if (when === undefined) missed += 1;
    else {
      fromCall.push(when - begun);
      // It may come before the answer.
      fromAnswer.push(when - answered);
    }
    await sleep(PAUSE_MS);
  }
  console.log(
    `  ${title}: after the answer ${distribution(fromAnswer)}; after the call ${distribution(fromCall)}`,
  );
  if (missed > 0)
    console.log(`    ${missed} of ${credits} did not come within ${EVENT_PATIENCE_MS / 1000} s`);
}

try {
  const payee = await Person.join(near.url, agent, 0);
  const userId = await psql(
    databaseUrl,
    `SELECT user_id FROM wallets WHERE wallet_number = '${payee.wallet}'`,
  );
  const { account_number: number } = await payee.must('POST', '/accounts/fund', { type: 'NGN' });
  const account = { payee, number };
  await copies(userId);

  const hearing = { next: () => undefined };
  const hear = (event) => event === 'credit.alert' && hearing.next();
  await listen({ token: payee.token, userId, localAddress: '127.0.0.1', hear });
  console.log(`a credit on one server to a socket of another, ${credits} credits`);
  await timeCredits('no other sockets', account, hearing);

  const readings = [[0, memory(far.pid, 'VmRSS')]];
  const begun = performance.now();
  let refused = 0;
  for (let step = 1; step <= STEPS; step += 1) {
    const until = Math.round((count * step) / STEPS);
    let next = Math.round((count * (step - 1)) / STEPS);
    const open = async () => {
      while (next < until) {
        const place = next;
        next += 1;
        await listen({
          token: tokenOf(place),
          userId: `bench-${place}`,
          localAddress: addressOf(place),
        }).catch((error) => {
          if (refused === 0) console.log(`  a socket was not opened: ${error.message}`);
          refused += 1;
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, open));
    await sleep(SETTLE_MS);
    readings.push([sockets.length - 1, memory(far.pid, 'VmRSS')]);
  }
  const opened = (performance.now() - begun) / 1000;
  console.log(
    `idle sockets, signed in and subscribed, on the other server: ${sockets.length - 1} in ${opened.toFixed(0)} s`,
  );
  for (const [open, bytes] of readings) {
    console.log(`  ${String(open).padStart(6)} sockets: ${(bytes / MB).toFixed(1)} MB`);
  }
  const [[, none], [some, first], last] = [readings[0], readings[1], readings.at(-1)];
  const each = (bytes, sockets) => `${(bytes / sockets / 1024).toFixed(1)} kB`;
  console.log(
    `  each ${each(last[1] - first, last[0] - some)}, from the first ${some} on; ${each(last[1] - none, last[0])} with what the server allocates once`,
  );
  const cpuBefore = cpuMs(far.pid);
  const waited = Math.max(0, Math.min(CHECKS_MS, MOST_MS - (performance.now() - begun)));
  await sleep(waited);
  const cpu = (cpuMs(far.pid) - cpuBefore) / waited;
  const left = sockets.filter((socket) => !socket.destroyed).length - 1;
  console.log(
    `  ${(waited / 1000).toFixed(0)} s later, each session checked: ${left} open, ${(memory(far.pid, 'VmRSS') / MB).toFixed(1)} MB, ${(cpu * 100).toFixed(1)} % of a processor`,
  );
  console.log(`a credit on one server to a socket of another, ${credits} credits`);
  await timeCredits(`beside ${left} idle sockets`, account, hearing);
  if (refused > 0) console.log(`  ${refused} sockets were not opened`);
} finally {
  for (const socket of sockets) socket.destroy();
  agent.destroy();
  await Promise.all([near.stop(), far.stop()]);
}
