#!/usr/bin/env node
// Round trips to PostgreSQL of one call, by PostgreSQL's own log, and whether a payment's transaction notifies anyone:
// NOTIFY makes commits wait for one another, on all servers of a database.
//   AJO_BACKEND_BIN=… .ci/with-postgres node benches/statements.mjs
import { randomUUID } from 'node:crypto';
import { AMOUNT, joinPairs } from './payments.mjs';
import { statementsOf, withStatements, writes } from './postgres.mjs';
import { startServer } from './server.mjs';

const url = process.env.AJO_TEST_POSTGRES_URL;
if (!url) throw new Error('AJO_TEST_POSTGRES_URL is not set: run it through .ci/with-postgres');
const times = Number(process.env.BENCH_TIMES ?? 20);
/** The driver prepares a statement, and PostgreSQL settles on a plan, during the first calls. */
const WARM_UP = 6;
/** A session's activity is written at most once a second. */
const A_WHILE_MS = 1_100;
const BANK = { bank_code: '058', account_number: '0123456789' };
const LONGEST = 110;

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const expect = ({ status, text }, ...good) => {
  if (!good.includes(status)) throw new Error(`answered ${status}: ${text}`);
};

/** The first words; of a statement of several parts, what they write. */
const words = (text) => {
  if (text.startsWith('WITH')) {
    const counts = new Map();
    for (const part of writes(text)) counts.set(part, (counts.get(part) ?? 0) + 1);
    return `WITH ${[...counts].map(([part, count]) => (count > 1 ? `${part} (${count})` : part)).join(', ')}`;
  }
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

/** The statements of the transaction that moves money: on one connection, from its BEGIN to its COMMIT, or alone. */
function transactionOf(statements) {
  const moves = statements.findIndex(
    ({ text }) => /\bledger_transfers\b/.test(text) && /INSERT INTO/.test(text),
  );
  if (moves < 0) return [];
  const own = statements.filter(({ connection }) => connection === statements[moves].connection);
  const place = own.indexOf(statements[moves]);
  const begin = own.findLastIndex(({ text }, at) => at <= place && /^BEGIN/i.test(text));
  const before = own.findLastIndex(({ text }, at) => at <= place && /^(COMMIT|ROLLBACK)$/i.test(text));
  if (begin < 0 || before > begin) return [own[place]];
  const end = own.findIndex(({ text }, at) => at >= place && /^(COMMIT|ROLLBACK)$/i.test(text));
  return own.slice(begin, end < 0 ? undefined : end + 1);
}

const server = await startServer(url);
try {
  const [[payer, payee]] = await joinPairs(server.url, 2);
  const enquiry = await payer.must('POST', '/enquire', BANK);
  const withdrawal = {
    amount: '200.00',
    send_wallet: 'NGN',
    confirm: true,
    ...BANK,
    bank_name: enquiry.bank.name,
    account_name: enquiry.account_name,
  };
  const authorised = async (asked) => {
    const idempotency_key = randomUUID();
    const grant = await payer.must('POST', '/wallet/pin-confirm', { pin: '2580', idempotency_key, ...asked });
    return { 'idempotency-key': idempotency_key, 'x-pin-authorisation': grant.authorisation };
  };
  // What a call needs is made ready before it, and is not counted.
  const transfer = {
    ready: async () => {
      const key = randomUUID();
      return payer.paying(payee, AMOUNT, key, await payer.confirm(payee, AMOUNT, key));
    },
    act: async (request) => expect(await payer.send(request), 201),
  };
  const calls = {
    'one transfer': transfer,
    'one transfer, after a second without a call': {
      times: 4,
      ready: async () => {
        const request = await transfer.ready();
        await sleep(A_WHILE_MS);
        return request;
      },
      act: transfer.act,
    },
    'one withdrawal': {
      ready: async () => {
        const payeeName = `bank:${BANK.bank_code}:${BANK.account_number}`;
        const about = { currency: 'NGN', action: 'withdraw', amount: withdrawal.amount, payee: payeeName };
        const headers = await authorised({ ...about, request: withdrawal });
        return payer.prepared('POST', '/withdraw', withdrawal, headers);
      },
      act: async (request) => expect(await payer.send(request), 201, 202),
    },
    'one page of transactions': {
      ready: () => payer.prepared('GET', '/transaction/me'),
      act: async (request) => expect(await payer.send(request), 200),
    },
    'one /accounts': {
      ready: () => payer.prepared('GET', '/accounts'),
      act: async (request) => expect(await payer.send(request), 200),
    },
  };

  const found = await withStatements(url, async (since) => {
    const all = [];
    for (const [name, call] of Object.entries(calls)) {
      for (let time = 0; time < WARM_UP && !call.times; time += 1) await call.act(await call.ready());
      all.push([name, await statementsOf(since, call.ready, call.act, call.times ?? times)]);
    }
    return all;
  });
  console.log(
    'round trips to PostgreSQL, BEGIN and COMMIT included, by the shortest sequence that several calls had',
  );
  for (const [name, { statements, times, of }] of found) {
    console.log(`  ${name.padEnd(46)}${String(statements.length).padStart(3)}   ${times} of ${of} calls`);
  }
  for (const [name, { statements, all }] of found) {
    console.log(`\n${name}`);
    for (const [place, { text }] of statements.entries()) {
      console.log(`  ${String(place + 1).padStart(2)}  ${words(text)}`);
    }
    const transactions = all.map(transactionOf).filter((one) => one.length > 0);
    if (transactions.length === 0) continue;
    const notifying = transactions.filter((one) =>
      one.some(({ text }) => /\bpg_notify\b|^NOTIFY\b/i.test(text)),
    );
    console.log(
      `  its transaction: ${transactionOf(statements).length} statements; with pg_notify in ${notifying.length} of ${transactions.length} calls`,
    );
  }
} finally {
  await server.stop();
}
