// The writes of a wallet transfer without the server: the limit of the database on this disk. Runs in the database of
// the measured server, so tables, indexes and triggers are the real ones.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Payers and payees: `n` is the payer. */
const prepare = `
  DROP TABLE IF EXISTS bench_people;
  CREATE TABLE bench_people (n INTEGER PRIMARY KEY, payer TEXT, payer_account TEXT, payee TEXT, payee_account TEXT);
  INSERT INTO bench_people
    SELECT a.place / 2, a.user_id, a.id, b.user_id, b.id
    FROM (SELECT id, user_id, ROW_NUMBER() OVER (ORDER BY created_at_ms, id) - 1 AS place FROM wallets WHERE currency = 'NGN' AND user_id IN (SELECT id FROM users WHERE email LIKE 'bench.%')) a
    JOIN (SELECT id, user_id, ROW_NUMBER() OVER (ORDER BY created_at_ms, id) - 1 AS place FROM wallets WHERE currency = 'NGN' AND user_id IN (SELECT id FROM users WHERE email LIKE 'bench.%')) b
      ON b.place = a.place + 1
    WHERE a.place % 2 = 0;
  UPDATE ledger_accounts SET settled_minor = settled_minor + 1000000000 WHERE id IN (SELECT payer_account FROM bench_people);
  INSERT INTO pin_grants (hash, user_id, action, currency, amount_minor, payee, idempotency_key, granted_at_ms, expires_at_ms)
    SELECT 'bench-' || n, payer, 'wallet_transfer', 'NGN', 100, 'bench', 'bench', 0, 0 FROM bench_people;
`;

const person = (column) => `(SELECT ${column} FROM bench_people WHERE n = :n)`;
const line = (side, account, kind) => `
  INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, currency, gross_minor,
    charge_minor, net_minor, description, counterparty_name, counterparty_wallet_number, created_at_ms, settled_at_ms)
  VALUES ('raw-${kind}-' || :k, ${person(side)}, 'RAW' || :k, 'raw-' || :k, 'wallet-transfer', '${kind}', 'SUCCESSFUL', 'NGN', 100, 0, 100,
    'bench', 'Bench Person', '0000000000', 1, 1);`;

/** One transfer; `:n` the payer, `:k` a number used once. The order is the server's. */
const transfer = [
  `INSERT INTO operations (user_id, route, idempotency_key, body_hash, created_at_ms) VALUES (${person('payer')}, 'raw', 'raw-' || :k, 'bench', 1);`,
  `UPDATE pin_grants SET consumed_at_ms = 1 WHERE hash = 'bench-' || :n;`,
  `INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms) VALUES ('raw-' || :k, 'wallet_transfer', 'NGN', 'posted', 1, 1);`,
  `INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) VALUES ('raw-' || :k, ${person('payer_account')}, -100);`,
  `INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) VALUES ('raw-' || :k, ${person('payee_account')}, 100);`,
  `UPDATE ledger_accounts SET settled_minor = settled_minor - 100 WHERE id = ${person('payer_account')} AND settled_minor - reserved_minor >= 100;`,
  `UPDATE ledger_accounts SET settled_minor = settled_minor + 100 WHERE id = ${person('payee_account')};`,
  line('payer', 'payer_account', 'DEBIT'),
  line('payee', 'payee_account', 'CREDIT'),
  `UPDATE operations SET status = 201, answer = '${'x'.repeat(500)}' WHERE user_id = ${person('payer')} AND idempotency_key = 'raw-' || :k;`,
].join('\n');

/** Transfers per second through one connection, because SQLite has one writer anyway. */
export async function rawSqlite(path, payers, seconds) {
  const shell = spawn('sqlite3', ['-bail', path], { stdio: ['pipe', 'pipe', 'inherit'] });
  const failed = new Promise((_, fail) => {
    shell.once('error', () => fail(new Error('sqlite3 is missing: apt-get install sqlite3')));
    shell.once('exit', (code) => code && fail(new Error(`sqlite3 ended with ${code}`)));
  });
  let answer = () => undefined;
  shell.stdout.on('data', () => answer());
  const run = (sql) =>
    Promise.race([
      failed,
      new Promise((done) => {
        answer = done;
        shell.stdin.write(`${sql}\nSELECT 'done';\n`);
      }),
    ]);
  // The output of the journal mode pragma counts as the first one.
  await run(`.timeout 5000\nPRAGMA synchronous = FULL;\nPRAGMA foreign_keys = ON;\n${prepare}`);
  const batch = 20;
  let count = 0;
  const started = performance.now();
  while (performance.now() - started < seconds * 1000) {
    const sql = [];
    for (let index = 0; index < batch; index += 1, count += 1) {
      sql.push(
        `BEGIN IMMEDIATE;\n${transfer.replaceAll(':n', String(count % payers)).replaceAll(':k', String(count))}\nCOMMIT;`,
      );
    }
    await run(sql.join('\n'));
  }
  const rate = count / ((performance.now() - started) / 1000);
  shell.stdin.end();
  return rate;
}

/** Transfers per second through as many connections as in the HTTP run, by PostgreSQL's pgbench. */
export async function rawPostgres(url, payers, connections, seconds) {
  const must = (command, args) => {
    const { status, stdout, stderr, error } = spawnSync(command, args, { encoding: 'utf8' });
    if (error || status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
    return stdout;
  };
  must('psql', [url, '-q', '-v', 'ON_ERROR_STOP=1', '-c', prepare]);
  const folder = mkdtempSync(join(tmpdir(), 'ajo-pgbench-'));
  try {
    const script = join(folder, 'transfer.sql');
    writeFileSync(
      script,
      `\\set n random(0, ${payers / connections - 1}) * ${connections} + :client_id\n\\set k random(1, 9000000000000000)\nBEGIN;\n${transfer}\nCOMMIT;\n`,
    );
    const report = must('pgbench', [
      '-n',
      '-c',
      String(connections),
      '-j',
      '2',
      '-T',
      String(seconds),
      '-f',
      script,
      url,
    ]);
    return Number(report.match(/tps = ([\d.]+)/)?.[1]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
