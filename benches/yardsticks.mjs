// What the databases can do without the server, for the same payments: the yardsticks of the transfers. They run in the
// database of the measured server, so tables, indexes and triggers are the real ones, and they write at least what the
// server writes: the lock of the payer, the key with its answer, the grant, the transfer with its decisions and entries,
// both balances, both statement entries, the payee's notice, and the audit log with its head.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grouped, output } from './load.mjs';
import { psql } from './postgres.mjs';

/** More than either database manages in a second here; so many grants are made beforehand. */
const MOST_A_SECOND = 6_000;
const HOUR_MS = 3_600_000;

let runs = 0;

/** The people; `n` is the payer. Long texts are those of the newest transfer that the server made. */
const people = (pairs) => `
  DROP TABLE IF EXISTS bench_people;
  CREATE TABLE bench_people (n INTEGER PRIMARY KEY, chain INTEGER NOT NULL, tenant TEXT NOT NULL, payer TEXT NOT NULL,
    payer_account TEXT NOT NULL, payer_name TEXT NOT NULL, payer_number TEXT NOT NULL, session_id TEXT NOT NULL,
    token_hash TEXT NOT NULL, payee TEXT NOT NULL, payee_account TEXT NOT NULL, payee_name TEXT NOT NULL,
    payee_number TEXT NOT NULL, decided TEXT NOT NULL, answer TEXT NOT NULL, detail TEXT NOT NULL);
  INSERT INTO bench_people WITH pairs (n, payer, payee) AS (VALUES ${pairs
    .map(([payer, payee], n) => `(${n}, '${payer.wallet}', '${payee.wallet}')`)
    .join(', ')}),
    newest (decided, answer, detail) AS (SELECT
      (SELECT decided FROM ledger_transfers WHERE kind = 'wallet_transfer' AND decided IS NOT NULL ORDER BY created_at_ms DESC LIMIT 1),
      (SELECT answer FROM operations WHERE status = 201 ORDER BY created_at_ms DESC LIMIT 1),
      (SELECT detail FROM audit_log WHERE event = 'wallet_transfer' ORDER BY at_ms DESC LIMIT 1))
  SELECT pairs.n, pairs.n % 16, u.tenant_id, u.id, a.id, u.name, a.wallet_number,
    (SELECT id FROM sessions WHERE user_id = u.id AND ended_at_ms IS NULL LIMIT 1),
    (SELECT t.hash FROM session_tokens t JOIN sessions s ON s.id = t.session_id WHERE s.user_id = u.id AND t.kind = 'access' LIMIT 1),
    v.id, b.id, v.name, b.wallet_number, newest.decided, newest.answer, newest.detail
  FROM pairs CROSS JOIN newest
    JOIN wallets a ON a.wallet_number = pairs.payer JOIN users u ON u.id = a.user_id
    JOIN wallets b ON b.wallet_number = pairs.payee JOIN users v ON v.id = b.user_id;`;

/** Grants as the server makes them; `id` and `n` say which one a payment uses. */
const grants = (series, id, n) => `
  ${series.replace(
    '*',
    `INSERT INTO pin_grants (hash, user_id, action, currency, amount_minor, payee, idempotency_key,
    granted_at_ms, expires_at_ms, session_id, body_hash)
  SELECT ${id}, p.payer, 'wallet_transfer', 'NGN', 1, 'wallet:' || p.payee_number, ${id}, ${Date.now()}, ${Date.now() + HOUR_MS},
    p.session_id, 'bench'`,
  )} JOIN bench_people p ON p.n = ${n};`;

const TRANSACTION = `INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, currency,
  gross_minor, charge_minor, net_minor, description, counterparty_name, counterparty_wallet_number, payee, created_at_ms)`;
const line = (kind, p, id, now) => {
  const [user, other] = kind === 'DEBIT' ? ['payer', 'payee'] : ['payee', 'payer'];
  const payee = kind === 'DEBIT' ? `'wallet:' || ${p}payee_number` : 'NULL';
  return `${id} || '-${kind}', ${p}${user}, ${id}, ${id}, 'wallet-transfer', '${kind}', 'SUCCESSFUL', 'NGN', 1, 0, 1,
    'Wallet transfer', ${p}${other}_name, ${p}${other}_number, ${payee}, ${now}`;
};
const NOTICE = `'Transaction received', 'Money has arrived in your NGN wallet.', '/bank-transfer-success?reference='`;

/** One call a payment: all its writes in one statement. Its conditions are the ledger's. */
export const oneCall = (run) => `
WITH p AS MATERIALIZED (
  SELECT '${run}-' || :client_id || '-' || :k AS id, (EXTRACT(EPOCH FROM clock_timestamp()) * 1000)::BIGINT AS now, b.*
  FROM bench_people b WHERE n = :n),
locked AS (INSERT INTO person_settings (user_id, updated_at_ms) SELECT payer, now FROM p
  ON CONFLICT (user_id) DO UPDATE SET updated_at_ms = excluded.updated_at_ms),
claimed AS (INSERT INTO operations (user_id, idempotency_key, route, body_hash, status, answer, created_at_ms)
  SELECT payer, id, 'POST /api/wallet/transfer', 'bench', 201, answer, now FROM p),
granted AS (UPDATE pin_grants g SET consumed_at_ms = p.now FROM p
  WHERE g.hash = p.id AND g.consumed_at_ms IS NULL AND g.expires_at_ms > p.now AND g.user_id = p.payer),
moved AS (INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms, decided)
  SELECT id, 'wallet_transfer', 'NGN', 'posted', now, now, decided FROM p),
entries AS (INSERT INTO ledger_entries (transfer_id, account_id, amount_minor)
  SELECT id, payer_account, -1 FROM p UNION ALL SELECT id, payee_account, 1 FROM p),
paid AS (UPDATE ledger_accounts a SET settled_minor = a.settled_minor - 1 FROM p
  WHERE a.id = p.payer_account AND a.currency = 'NGN' AND a.settled_minor - a.reserved_minor >= 1 AND a.closed_at_ms IS NULL),
received AS (UPDATE ledger_accounts a SET settled_minor = a.settled_minor + 1 FROM p
  WHERE a.id = p.payee_account AND a.currency = 'NGN' AND a.closed_at_ms IS NULL),
lines AS (${TRANSACTION}
  SELECT ${line('DEBIT', 'p.', 'p.id', 'p.now')} FROM p UNION ALL SELECT ${line('CREDIT', 'p.', 'p.id', 'p.now')} FROM p),
told AS (INSERT INTO notices (id, user_id, title, body, link, created_at_ms) SELECT id, payee, ${NOTICE} || id, now FROM p),
head AS (UPDATE audit_heads h SET length = h.length + 1,
  hash = encode(sha256(convert_to(h.hash || p.payer || p.now || p.detail, 'UTF8')), 'hex')
  FROM p WHERE h.chain = p.chain RETURNING h.chain, h.length, h.hash)
INSERT INTO audit_log (chain, number, at_ms, event, user_id, detail, hash)
  SELECT head.chain, head.length, p.now, 'wallet_transfer', p.payer, p.detail, head.hash FROM head, p;`;

/** Makes grants, and returns the run: transfers a second on PostgreSQL, by pgbench with as many clients. */
export async function oneCallEach(url, pairs, clients, seconds) {
  runs += 1;
  const run = `one${process.pid}x${runs}`;
  const each = Math.floor(pairs.length / clients);
  const most = Math.ceil((MOST_A_SECOND * seconds) / clients);
  await psql(url, people(pairs));
  // pgbench numbers its clients from 0; `k` begins with 1.
  await psql(
    url,
    grants(
      `* FROM generate_series(0, ${clients - 1}) AS c (client) CROSS JOIN generate_series(1, ${most}) AS s (k)`,
      `'${run}-' || c.client || '-' || s.k`,
      `c.client + ${clients} * (s.k % ${each})`,
    ),
  );
  await psql(url, 'VACUUM (ANALYZE) bench_people, pin_grants');
  const script = `\\set k :k + 1
\\set n :client_id + ${clients} * (:k % ${each})
${oneCall(run).replaceAll('\n', ' ').trim()}
`;
  const unused = () =>
    psql(url, `SELECT COUNT(*) FROM pin_grants WHERE hash LIKE '${run}-%' AND consumed_at_ms IS NULL`);
  return async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ajo-pgbench-'));
    try {
      const file = join(folder, 'transfer.sql');
      writeFileSync(file, script);
      const crowd = ['-c', String(clients), '-j', String(Math.min(2, clients)), '-D', 'k=0'];
      // The plan of the first calls would be made anew for each call, five times.
      const env = { ...process.env, PGOPTIONS: '-c plan_cache_mode=force_generic_plan' };
      const args = ['-n', '-M', 'prepared', ...crowd, '-T', String(seconds), '-f', file, url];
      const text = await output('pgbench', args, { env });
      const done = Number(text.match(/actually processed: (\d+)/)?.[1]);
      const used = clients * most - (await unused());
      // Each payment used its grant, so no part of it went without effect.
      if (used !== done) throw new Error(`one call a payment used ${used} grants for ${done} payments`);
      return { done, rate: Number(text.match(/tps = ([\d.]+)/)?.[1]) };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  };
}

/** As the server reads and writes them; each statement's parameters are a person's columns, or an earlier statement's. */
const payment = [
  // The facts: session, payer with rates, cap, payee. The grant is read as it is used.
  `SELECT s.id AS own_session, s.user_id AS own_id, s.last_active_at_ms, s.expires_at_ms, s.ended_at_ms
    FROM session_tokens t JOIN sessions s ON s.id = t.session_id WHERE t.hash = :token_hash AND t.kind = 'access'`,
  `SELECT u.tenant_id, u.name, u.restricted, u.closed_at_ms, u.referred_by, w.id AS wallet_id, w.wallet_number,
    a.settled_minor - a.reserved_minor AS available_minor,
    (SELECT COUNT(*) FROM reversals b WHERE b.user_id = u.id AND b.owed_minor > b.collected_minor) AS owing,
    (SELECT COUNT(*) FROM operations o WHERE o.user_id = u.id AND o.created_at_ms > :now - 60000 AND o.abandoned_at_ms IS NULL)
      AS operations_in_a_minute, r.currency, r.sell_rate, r.buy_rate
    FROM users u JOIN wallets w ON w.user_id = u.id JOIN ledger_accounts a ON a.id = w.id LEFT JOIN rates r ON 1 = 1
    WHERE u.id = :payer AND w.currency = 'NGN'`,
  `SELECT c.reason, c.since_ms,
    (SELECT COALESCE(SUM(gross_minor), 0) FROM wallet_transactions WHERE user_id = u.id AND currency = 'NGN'
      AND created_at_ms > :now - 86400000 AND payee IS NOT NULL AND status <> 'FAILED') AS sent_minor,
    (SELECT COALESCE(SUM(gross_minor), 0) FROM wallet_transactions WHERE user_id = u.id AND currency = 'NGN'
      AND created_at_ms > :now - 86400000 AND payee = 'wallet:' || :payee_number AND status <> 'FAILED') AS sent_to_payee_minor,
    (SELECT MIN(created_at_ms) FROM wallet_transactions WHERE user_id = u.id AND payee = 'wallet:' || :payee_number
      AND status <> 'FAILED') AS first_paid_at_ms
    FROM users u LEFT JOIN cautions c ON c.user_id = u.id AND c.since_ms > :now - 86400000 WHERE u.id = :payer`,
  `SELECT w.id AS to_wallet, w.user_id AS to_id, w.currency AS to_currency, u.name AS to_name
    FROM wallets w JOIN users u ON u.id = w.user_id
    WHERE w.wallet_number = :payee_number AND u.tenant_id = :tenant AND u.verified_at_ms IS NOT NULL AND u.closed_at_ms IS NULL`,
  `UPDATE pin_grants SET consumed_at_ms = :now WHERE hash = :id AND consumed_at_ms IS NULL AND expires_at_ms > :now
    AND user_id = :payer AND action = 'wallet_transfer' AND idempotency_key = :id AND body_hash = 'bench'
    AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = pin_grants.session_id AND sessions.ended_at_ms IS NULL)
    RETURNING currency AS granted_currency, amount_minor AS granted_minor, payee AS granted_payee`,
  // The writes.
  `INSERT INTO person_settings (user_id, updated_at_ms) VALUES (:payer, :now)
    ON CONFLICT (user_id) DO UPDATE SET updated_at_ms = excluded.updated_at_ms`,
  `INSERT INTO operations (user_id, idempotency_key, route, body_hash, status, answer, created_at_ms)
    VALUES (:payer, :id, 'POST /api/wallet/transfer', 'bench', 201, :answer, :now)`,
  `INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms, decided)
    VALUES (:id, 'wallet_transfer', 'NGN', 'posted', :now, :now, :decided)`,
  `INSERT INTO ledger_entries (transfer_id, account_id, amount_minor) VALUES (:id, :payer_account, -1), (:id, :payee_account, 1)`,
  `UPDATE ledger_accounts SET settled_minor = settled_minor - 1 WHERE id = :payer_account AND currency = 'NGN'
    AND settled_minor - reserved_minor >= 1 AND closed_at_ms IS NULL`,
  `UPDATE ledger_accounts SET settled_minor = settled_minor + 1 WHERE id = :payee_account AND currency = 'NGN' AND closed_at_ms IS NULL`,
  `${TRANSACTION} VALUES (${line('DEBIT', ':', ':id', ':now')}), (${line('CREDIT', ':', ':id', ':now')})`,
  `INSERT INTO notices (id, user_id, title, body, link, created_at_ms) VALUES (:id, :payee, ${NOTICE} || :id, :now)`,
  `UPDATE audit_heads SET length = length + 1, hash = printf('%064x', :k) WHERE chain = :chain RETURNING length, hash AS link`,
  `INSERT INTO audit_log (chain, number, at_ms, event, user_id, detail, hash)
    VALUES (:chain, :length, :now, 'wallet_transfer', :payer, :detail, :link)`,
];

/** The server's own. */
const SETTINGS = `PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000; PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 8000;`;

/** Makes grants, and returns the run: transfers a second on SQLite by one thread, `group` in a commit, facts read. */
export async function groupedBy(path, pairs, group, seconds) {
  runs += 1;
  const run = `grouped${process.pid}x${runs}`;
  const most = MOST_A_SECOND * seconds;
  const work = {
    database: path,
    people: 'SELECT * FROM bench_people ORDER BY n',
    payment,
    run,
    group,
    most,
  };
  const series = `WITH RECURSIVE s (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM s WHERE k + 1 < ${most}) * FROM s`;
  const made = grants(series, `'${run}-' || s.k`, `s.k % ${pairs.length}`);
  // The log begins empty, as for a server that has been idle.
  const prepare = `${SETTINGS} ${people(pairs)} ${made} PRAGMA wal_checkpoint(PASSIVE);`;
  await grouped({ ...work, prepare, seconds: 0 });
  return () => grouped({ ...work, prepare: SETTINGS, seconds });
}
