// Fills a database of the server with what years of use leave behind, by SQL: each table of the server by a function of its
// own, from the plan.
//
// What is written is what the server would have written, so `backend ledger check` finds nothing, with two exceptions that
// are for speed: transfers carry no decisions, which would be most of the file, and months count as sealed without seals.
// Orders are settled and not signed, like those from before signatures.
import {
  CURRENCIES,
  DAY_MS,
  dialect,
  ENTRIES_A_TRANSFER,
  mix,
  NOTES,
  plan,
  quoted,
  values,
  walletId,
  walletNumber,
} from './plan.mjs';
import { openShell } from './shell.mjs';

const YEARS = 3;
const MOST_SECONDS = Number(process.env.BENCH_FILL_SECONDS ?? 1_800);
/** One in so many people has receipts sent. */
const WITH_RECEIPTS = 5;

/** The plan with what it refers to: its kind, its owner, another person, a bank account. */
const PLANNED = `FROM bench_plan p LEFT JOIN bench_roll r ON r.roll = p.roll LEFT JOIN bench_person o ON o.n = p.owner
        LEFT JOIN bench_person t ON t.n = p.other LEFT JOIN bench_party b ON b.party = p.party`;
/** Once for the owner, and once for the other person of a transfer between wallets. */
const SIDES = 'LEFT JOIN bench_side s ON s.side = 0 OR p.other IS NOT NULL';
const bySide = (owners, others) => `CASE s.side WHEN 0 THEN ${owners} ELSE ${others} END`;
/** A provider takes two seconds. */
const SETTLED = 'p.at_ms + 2000 * r.ordered';

function fillUsers(sql, { heavyEmail }) {
  return `
    INSERT INTO users (id, tenant_id, email, name, phone, password_hash, referrer_code, verified_at_ms, created_at_ms)
      SELECT user_id, (SELECT tenant_id FROM users WHERE email = ${quoted(heavyEmail)}), 'member.' || n || '@example.com',
        name, '0803' || ${sql.digits('n', 7)}, '!', 'F' || ${sql.digits('n', 9)}, at_ms, at_ms
      FROM bench_person WHERE n > 0 ORDER BY n;
    INSERT INTO profiles (user_id, updated_at_ms) SELECT user_id, at_ms FROM bench_person WHERE n > 0 ORDER BY n;`;
}

/** A wallet in every currency, as everybody has; naira alone is used. */
function fillWallets(sql) {
  const currencies = values(CURRENCIES.map((code, place) => [place, quoted(code)]));
  const id = walletId(sql, 'p.n', 'p.at_ms', 'c.place');
  return `
    CREATE TEMP TABLE bench_currency (place INTEGER PRIMARY KEY, code TEXT);
    INSERT INTO bench_currency VALUES ${currencies};
    INSERT INTO ledger_accounts (id, owner_kind, owner, currency, may_be_negative, created_at_ms)
      SELECT ${id}, 'user', p.user_id, c.code, 0, p.at_ms
      FROM bench_person p CROSS JOIN bench_currency c WHERE p.n > 0 ORDER BY p.n;
    INSERT INTO wallets (id, user_id, currency, wallet_number, created_at_ms)
      SELECT ${id}, p.user_id, c.code, ${walletNumber('p.n', 'c.place')}, p.at_ms
      FROM bench_person p CROSS JOIN bench_currency c WHERE p.n > 0 ORDER BY p.n;`;
}

function fillTransfers() {
  return `
    INSERT INTO ledger_transfers (id, kind, currency, state, created_at_ms, settled_at_ms)
      SELECT p.id, r.kind, 'NGN', p.state, p.at_ms, ${SETTLED} ${PLANNED} ORDER BY p.k;`;
}

/** In the order of their key, which is not that of time. */
function fillEntries() {
  return `
    INSERT INTO ledger_entries (transfer_id, account_id, amount_minor)
      SELECT p.id, o.account_id, r.sign * (p.gross + p.fee) ${PLANNED}
      UNION ALL SELECT p.id, COALESCE(t.account_id, r.house), -r.sign * p.gross ${PLANNED}
      UNION ALL SELECT id, 'system:fees:NGN', fee FROM bench_plan WHERE fee > 0
      ORDER BY 1, 2;`;
}

/** From the plan, whose numbers are added up sooner than the entries; the check compares. */
function fillBalances() {
  const sums = (party, amount) => `(SELECT ${party} AS party, SUM(${amount}) AS total
          FROM bench_plan p JOIN bench_roll r ON r.roll = p.roll WHERE p.state = 'posted' GROUP BY ${party})`;
  return `
    UPDATE ledger_accounts SET settled_minor = settled_minor + s.total
    FROM (SELECT account_id, CAST(SUM(total) AS BIGINT) AS total FROM (
        SELECT o.account_id, m.total FROM ${sums('p.owner', 'r.sign * (p.gross + p.fee)')} m
          JOIN bench_person o ON o.n = m.party
        UNION ALL SELECT t.account_id, m.total FROM ${sums('p.other', 'p.gross')} m
          JOIN bench_person t ON t.n = m.party
        UNION ALL SELECT m.party, m.total FROM ${sums('r.house', '-r.sign * p.gross')} m WHERE m.party IS NOT NULL
        UNION ALL SELECT 'system:fees:NGN', SUM(fee) FROM bench_plan WHERE state = 'posted'
      ) parts GROUP BY account_id) s
    WHERE s.account_id = ledger_accounts.id;`;
}

/** In the order of time, as they came. */
function fillStatements(sql) {
  const isBank = `r.kind IN ('funding', 'withdrawal')`;
  return `
    INSERT INTO wallet_transactions (id, user_id, reference, ledger_transfer_id, category, kind, status, currency,
        gross_minor, charge_minor, net_minor, description, counterparty_name, counterparty_account_number,
        counterparty_bank_name, counterparty_wallet_number, payee, comment, created_at_ms, settled_at_ms)
      SELECT ${sql.id('p.at_ms', 'p.k * 2 + s.side')}, ${bySide('o.user_id', 't.user_id')}, p.id, p.id, r.category,
        CASE WHEN s.side = 0 AND r.sign < 0 THEN 'DEBIT' ELSE 'CREDIT' END,
        CASE p.state WHEN 'posted' THEN 'SUCCESSFUL' ELSE 'FAILED' END, 'NGN',
        p.gross, ${bySide('p.fee', '0')}, ${bySide('p.gross + p.fee', 'p.gross')}, COALESCE(w.name, r.words),
        CASE WHEN ${isBank} THEN b.name WHEN p.other IS NULL THEN r.party ELSE ${bySide('t.name', 'o.name')} END,
        CASE WHEN ${isBank} THEN b.account_number END, CASE WHEN ${isBank} THEN b.bank END,
        ${bySide('t.wallet_number', 'o.wallet_number')},
        CASE WHEN s.side = 1 THEN NULL WHEN p.other IS NOT NULL THEN 'wallet:' || t.wallet_number
          WHEN r.kind = 'withdrawal' THEN 'bank:' || b.code || ':' || b.account_number END,
        CASE WHEN p.state = 'voided' THEN 'The bank refused the transfer.' END,
        p.at_ms, CASE WHEN r.ordered = 1 THEN ${SETTLED} END
      ${PLANNED} ${SIDES}
        LEFT JOIN bench_note w ON w.i = ${mix.words('p.k')} % ${NOTES.length * 2} AND p.other IS NOT NULL
      ORDER BY p.k;`;
}

function fillOrders() {
  return `
    INSERT INTO orders (reference, user_id, kind, currency, amount_minor, payload, state, idempotency_key, created_at_ms,
        settled_at_ms, asked_at_ms)
      SELECT p.id, o.user_id, r.kind, 'NGN', p.gross, '{}', CASE p.state WHEN 'posted' THEN 'done' ELSE 'refused' END,
        'fill-' || p.k, p.at_ms, ${SETTLED}, p.at_ms
      ${PLANNED} WHERE r.ordered = 1 ORDER BY p.k;`;
}

function fillBankCredits() {
  return `
    INSERT INTO bank_credits (provider_reference, account_number, currency, amount_minor, user_id, reference, received_at_ms)
      SELECT 'fill-' || p.id, b.account_number, 'NGN', p.gross, o.user_id, p.id, p.at_ms
      ${PLANNED} WHERE r.kind = 'funding' ORDER BY p.k;`;
}

/** Those who have receipts sent have got them all; the rows of the last days are still there. */
function fillReceipts(sql, { startMs, nowMs }) {
  return `
    INSERT INTO account_preferences (user_id, email_since_ms)
      SELECT user_id, ${startMs} FROM bench_person WHERE n % ${WITH_RECEIPTS} = 0 ORDER BY n;
    INSERT INTO receipts_sent (user_id, reference, sent_at_ms)
      SELECT ${bySide('o.user_id', 't.user_id')}, p.id, ${SETTLED} ${PLANNED} ${SIDES}
      WHERE p.at_ms > ${nowMs - 3 * DAY_MS} AND p.state = 'posted'
        AND ${bySide('p.owner', 'p.other')} % ${WITH_RECEIPTS} = 0;`;
}

/** Otherwise the server would be busy with sealing three years. */
function fillSealedMonths(sql, { startMs, nowMs }) {
  const monthOf = (ms) => new Date(ms).toISOString().slice(0, 7);
  const months = [];
  const at = new Date(startMs - 2 * DAY_MS);
  for (at.setUTCDate(1); monthOf(at) < monthOf(nowMs); at.setUTCMonth(at.getUTCMonth() + 1))
    months.push(monthOf(at));
  return `
    INSERT INTO sealed_months (month, last_user_id, done_at_ms)
      VALUES ${values(months.map((month) => [quoted(month), "''", nowMs]))} ON CONFLICT DO NOTHING;`;
}

/** In this order, because of the references between them. A table that depends on others' rows goes after them. */
const STEPS = [
  ['plan', plan],
  ['users', fillUsers],
  ['wallets', fillWallets],
  ['transfers', fillTransfers],
  ['entries', fillEntries],
  ['balances', fillBalances],
  ['statements', fillStatements],
  ['orders', fillOrders],
  ['bank credits', fillBankCredits],
  ['receipts', fillReceipts],
  ['sealed months', fillSealedMonths],
];
/** Their indexes are built at the end, in one go each. */
const LARGE = ['ledger_entries', 'wallet_transactions', 'orders', 'bank_credits'];

async function takeIndexes(shell) {
  const tables = LARGE.map(quoted).join(', ');
  const found = await shell.run(
    shell.engine === 'postgres'
      ? `SELECT indexname || '|' || indexdef FROM pg_indexes WHERE tablename IN (${tables}) AND schemaname = CURRENT_SCHEMA()
         AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname)`
      : `SELECT name || '|' || REPLACE(sql, CHAR(10), ' ') FROM sqlite_master
         WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN (${tables})`,
  );
  const indexes = found
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(/\|(.*)/s));
  await shell.run(indexes.map(([name]) => `DROP INDEX ${name}`).join(';\n'));
  return indexes.map(([, statement]) => statement);
}

/** Fast writes into a file that is thrown away if they fail, or a session whose commits need not be on the disk. */
const SETTINGS = {
  sqlite: `PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -1500000;
    PRAGMA temp_store = FILE; PRAGMA temp.cache_size = -500000; PRAGMA threads = 2`,
  postgres: `SET synchronous_commit = off; SET work_mem = '256MB'; SET maintenance_work_mem = '512MB'`,
};
const FINISH = {
  sqlite: 'PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL',
  // As autovacuum would have by now.
  postgres: 'VACUUM ANALYZE',
};

/** Fills the database of a stopped server, in which the heavy person has joined. Returns what was done, in order. */
export async function fill(
  url,
  { entries, people, heavy, heavyEmail, nowMs = Date.now(), tell = () => undefined },
) {
  const transfers = Math.floor((entries - 2 * (people + 1)) / ENTRIES_A_TRANSFER);
  if (transfers < heavy) throw new Error('BENCH_HEAVY needs more BENCH_ENTRIES, about 2.3 for each row');
  const startMs = nowMs - YEARS * 365 * DAY_MS;
  // What the heavy person sends in a day stays below what a new device may send, so that the measured transfer is allowed.
  const mostMinor = Math.max(200, Math.min(1_000_000, Math.floor((6_000_000 * 365 * YEARS) / heavy)));
  const of = {
    people,
    transfers,
    heavy,
    heavyEmail,
    startMs,
    spanMs: nowMs - startMs - 60_000,
    nowMs,
    mostMinor,
  };
  const shell = openShell(url, MOST_SECONDS);
  const sql = dialect(shell.engine);
  const timed = async (what, run) => {
    const began = performance.now();
    const done = await run();
    tell(what, (performance.now() - began) / 1000);
    return done;
  };
  await shell.run(SETTINGS[shell.engine]);
  const indexes = await takeIndexes(shell);
  for (const [what, step] of STEPS) await timed(what, () => shell.run(step(sql, of)));
  await timed('indexes', () => shell.run(indexes.join(';\n')));
  if (shell.engine === 'sqlite') {
    // The shell does not check references as it writes.
    const broken = await timed('references', () => shell.run('PRAGMA foreign_key_check'));
    if (broken) throw new Error(`references to nothing: ${broken.split('\n', 3).join(', ')}`);
  }
  await timed('finish', () => shell.run(FINISH[shell.engine]));
  await shell.close();
}

/** Marks the months as sealed that have ended since a kept database was filled. */
export async function renew(url, nowMs = Date.now()) {
  const shell = openShell(url, MOST_SECONDS);
  await shell.run(
    fillSealedMonths(dialect(shell.engine), { startMs: nowMs - (YEARS + 1) * 365 * DAY_MS, nowMs }),
  );
  await shell.close();
}
