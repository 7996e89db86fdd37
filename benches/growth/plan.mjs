// What is to be filled in: people and transfers, in temporary tables from which each table of the server is written. One
// text serves both engines.
export const DAY_MS = 86_400_000;
export const CURRENCIES = ['NGN', 'USD', 'GBP', 'BTC', 'ETH', 'USDT'];
/** How many others the heavy person deals with, and the bank accounts that everybody pays or is paid by. */
const CONTACTS = 3_000;
const PARTIES = 2_000;
/** One in so many payments through a provider failed. */
const FAILED = 50;
const FEE_MINOR = 2_000;

/** Kinds of transfer, with their share in percent: those through a house account, and those between wallets. */
const KINDS = [
  { share: 40, kind: 'wallet_transfer', category: 'wallet-transfer', words: 'Wallet transfer' },
  {
    share: 15,
    kind: 'funding',
    category: 'funding',
    words: 'Bank transfer received',
    house: 'settlement',
    sign: 1,
  },
  {
    share: 25,
    kind: 'withdrawal',
    category: 'withdraw',
    words: 'Bank transfer',
    house: 'settlement',
    ordered: true,
    fee: FEE_MINOR,
  },
  {
    share: 8,
    kind: 'airtime',
    category: 'airtime-topup',
    words: 'Airtime',
    house: 'bills',
    ordered: true,
    party: 'MTN',
  },
  {
    share: 4,
    kind: 'data',
    category: 'data-topup',
    words: 'Data',
    house: 'bills',
    ordered: true,
    party: 'Airtel',
  },
  {
    share: 3,
    kind: 'cable',
    category: 'cable',
    words: 'Cable TV',
    house: 'bills',
    ordered: true,
    party: 'DSTV',
  },
  {
    share: 3,
    kind: 'power',
    category: 'power',
    words: 'Electricity',
    house: 'bills',
    ordered: true,
    party: 'Ikeja Electric',
  },
  {
    share: 2,
    kind: 'alert_subscription',
    category: 'alert-subscription',
    words: 'One month of trade signals',
    house: 'fees',
  },
];
export const ENTRIES_A_TRANSFER = KINDS.reduce(
  (sum, { share, fee }) => sum + (share / 100) * (fee ? 3 : 2),
  0,
);

const FIRST_NAMES = [
  'Ada',
  'Bola',
  'Chidi',
  'Damilola',
  'Efe',
  'Femi',
  'Grace',
  'Halima',
  'Ibrahim',
  'Jide',
  'Kemi',
  'Lola',
  'Maryam',
  'Ngozi',
  'Obinna',
  'Peju',
  'Rotimi',
  'Sade',
  'Tunde',
  'Uche',
  'Wale',
  'Yemi',
  'Zainab',
];
const LAST_NAMES = [
  'Abubakar',
  'Adeyemi',
  'Balogun',
  'Chukwu',
  'Danjuma',
  'Eze',
  'Fashola',
  'Garba',
  'Hassan',
  'Igwe',
  'Johnson',
  'Kalu',
  'Lawal',
  'Musa',
  'Nwosu',
  'Okafor',
  'Peters',
  'Sanusi',
  'Tijani',
  'Udo',
  'Yusuf',
];
const BANKS = [
  ['044', 'Access Bank'],
  ['058', 'GTBank'],
  ['011', 'First Bank'],
  ['033', 'UBA'],
  ['057', 'Zenith Bank'],
  ['50211', 'Kuda Bank'],
];
export const NOTES = [
  'Rent',
  'School fees',
  'Fuel',
  'Aso ebi',
  'Market',
  'Lunch with the team',
  'Generator repair',
  'Birthday gift',
  'Church offering',
  'Gym',
  'Books',
  'Hospital bill',
  'Taxi to Ikeja',
  'Wedding',
  'Salary',
  'Data for the office',
  'Tailor',
  'Car wash',
  'Groceries',
  'Loan from a friend',
  'Contribution',
  'Laundry',
  'Football tickets',
  'Plumber',
  'New phone',
];

/** Expressions that the engines spell differently, and some that they share. */
export function dialect(engine) {
  const isPostgres = engine === 'postgres';
  const hex = (number, digits) =>
    isPostgres ? `LPAD(TO_HEX(${number}), ${digits}, '0')` : `PRINTF('%0${digits}x', ${number})`;
  const digits = (number, count) =>
    isPostgres ? `LPAD(CAST(${number} AS TEXT), ${count}, '0')` : `PRINTF('%0${count}d', ${number})`;
  const scattered = (number, factor) => hex(`(${number} * ${factor}) & 4294967295`, 8);
  return {
    isPostgres,
    digits,
    number: isPostgres ? 'BIGINT' : 'INTEGER',
    /** Rows with the column `value`. */
    series: (from, to) => `generate_series(CAST(${from} AS BIGINT), CAST(${to} AS BIGINT)) AS value`,
    /** An identifier as the server makes them, in the order of time, then of a number. */
    id: (ms, number) =>
      `SUBSTR(${hex(ms, 12)}, 1, 8) || '-' || SUBSTR(${hex(ms, 12)}, 9) || '-7000-8000-' || ${hex(number, 12)}`,
    /** A reference, as random as the server's: not in the order of time, and another one for each number. */
    reference: (number) => `UPPER(${scattered(number, 2654435761)} || ${scattered(number, 2246822519)})`,
  };
}

/** Numbers that look random, the same in each run. Each use has its own factor, so that they do not depend on each other. */
export const mix = {
  kind: (k) => `((${k} * 2246822519) >> 16)`,
  person: (k) => `((${k} * 2654435761) >> 16)`,
  other: (k) => `((${k} * 3266489917) >> 16)`,
  party: (k) => `((${k} * 668265263) >> 12)`,
  amount: (k) => `((${k} * 374761393) >> 10)`,
  words: (k) => `((${k} * 1597334677) >> 14)`,
};

export const quoted = (text) => (text === undefined ? 'NULL' : `'${text.replaceAll("'", "''")}'`);
export const values = (rows) => rows.map((row) => `(${row.join(', ')})`).join(',\n');

const nameFrom = (list, number) =>
  `(SELECT name FROM ${list} WHERE i = (${number}) % (SELECT COUNT(*) FROM ${list}))`;

/** The lists that the plan draws from. */
function planLists(sql) {
  let roll = 0;
  const rolls = KINDS.flatMap((of) =>
    Array.from({ length: of.share }, () => [
      roll++,
      ...[of.kind, of.category, of.words, of.house && `system:${of.house}:NGN`, of.party].map(quoted),
      of.sign ?? -1,
      of.ordered ? 1 : 0,
      of.fee ?? 0,
    ]),
  );
  const list = (table, texts) => `
    CREATE TEMP TABLE ${table} (i INTEGER PRIMARY KEY, name TEXT);
    INSERT INTO ${table} VALUES ${values(texts.map((text, i) => [i, quoted(text)]))};`;
  return `
    CREATE TEMP TABLE bench_roll (roll INTEGER PRIMARY KEY, kind TEXT, category TEXT, words TEXT, house TEXT, party TEXT,
      sign INTEGER, ordered INTEGER, fee INTEGER);
    INSERT INTO bench_roll VALUES ${values(rolls)};
    CREATE TEMP TABLE bench_side (side INTEGER PRIMARY KEY);
    INSERT INTO bench_side VALUES (0), (1);
    ${list('bench_first', FIRST_NAMES)} ${list('bench_last', LAST_NAMES)} ${list('bench_note', NOTES)}
    CREATE TEMP TABLE bench_bank (i INTEGER PRIMARY KEY, code TEXT, name TEXT);
    INSERT INTO bench_bank VALUES ${values(BANKS.map(([code, bank], i) => [i, quoted(code), quoted(bank)]))};
    CREATE TEMP TABLE bench_party (party INTEGER PRIMARY KEY, code TEXT, bank TEXT, account_number TEXT, name TEXT);
    INSERT INTO bench_party
      SELECT value, code, bench_bank.name, ${sql.digits('(value * 7654321 + 12345) % 10000000000', 10)},
        UPPER(${nameFrom('bench_first', 'value')} || ' ' || ${nameFrom('bench_last', 'value / 7')})
      FROM ${sql.series(0, PARTIES - 1)} JOIN bench_bank ON bench_bank.i = value % ${BANKS.length};`;
}

/** A wallet's identifier and number, by its person and the place of its currency. */
export const walletId = (sql, n, ms, place) =>
  sql.id(ms, `${n} * ${CURRENCIES.length} + ${place} + 4294967296`);
export const walletNumber = (n, place) => `CAST(2000000000 + ${n} * ${CURRENCIES.length} + ${place} AS TEXT)`;

/** The heavy person is number 0. */
function planPeople(sql, { people, startMs, heavyEmail }) {
  const ms = `(${startMs} - ${DAY_MS} + value)`;
  const first = nameFrom('bench_first', `value * 5 + value / ${FIRST_NAMES.length}`);
  const last = nameFrom('bench_last', `value * 11 + value / ${LAST_NAMES.length}`);
  return `
    CREATE TEMP TABLE bench_person (n ${sql.number} PRIMARY KEY, user_id TEXT, account_id TEXT, wallet_number TEXT,
      name TEXT, at_ms ${sql.number});
    INSERT INTO bench_person SELECT 0, u.id, w.id, w.wallet_number, u.name, ${startMs} - ${DAY_MS}
      FROM users u JOIN wallets w ON w.user_id = u.id AND w.currency = 'NGN' WHERE u.email = ${quoted(heavyEmail)};
    INSERT INTO bench_person
      SELECT value, ${sql.id(ms, 'value')}, ${walletId(sql, 'value', ms, 0)}, ${walletNumber('value', 0)},
        ${first} || ' ' || ${last}, ${ms}
      FROM ${sql.series(1, people)};`;
}

/** The transfers, in the order of time. Each has an owner, and between two wallets another person. */
function planTransfers(sql, { people, transfers, heavy, startMs, spanMs, mostMinor }) {
  const k = 'value';
  const isHeavy = `((${k} + 1) * ${heavy} / ${transfers} > ${k} * ${heavy} / ${transfers})`;
  const anybody = `1 + ${mix.person(k)} % ${people}`;
  const another = `1 + (${mix.person(k)} % ${people} + 1 + ${mix.other(k)} % ${people - 1}) % ${people}`;
  const contact = `1 + ${mix.other(k)} % ${Math.min(CONTACTS, people)}`;
  const isPaid = `${mix.words(k)} % 3 = 0`;
  // The first numbers are those of the openings.
  const number = `(${people} + 1 + ${k})`;
  return `
    CREATE TEMP TABLE bench_plan (k ${sql.number} PRIMARY KEY, id TEXT, at_ms ${sql.number}, roll INTEGER, owner ${sql.number},
      other ${sql.number}, party INTEGER, gross ${sql.number}, fee ${sql.number}, state TEXT);
    INSERT INTO bench_plan
      SELECT ${number}, ${sql.reference(number)}, ${startMs} + ${k} * ${spanMs} / ${transfers}, r.roll,
        CASE WHEN NOT ${isHeavy} THEN ${anybody} WHEN r.house IS NULL AND ${isPaid} THEN ${contact} ELSE 0 END,
        CASE WHEN r.house IS NULL THEN
          CASE WHEN NOT ${isHeavy} THEN ${another} WHEN ${isPaid} THEN 0 ELSE ${contact} END END,
        ${mix.party(k)} % ${PARTIES}, 100 + ${mix.amount(k)} % ${mostMinor}, r.fee,
        CASE WHEN r.ordered = 1 AND ${mix.amount(k)} / ${mostMinor} % ${FAILED} = 0 THEN 'voided' ELSE 'posted' END
      FROM ${sql.series(0, transfers - 1)} LEFT JOIN bench_roll r ON r.roll = ${mix.kind(k)} % 100;`;
}

/** A first credit for each person that covers all that they will pay, so that no balance was ever negative. */
function planOpenings(sql, { people, startMs }) {
  const analyse = ['plan', 'person', 'roll', 'party'].map((table) => `ANALYZE bench_${table};`).join(' ');
  return `
    CREATE TEMP TABLE bench_paid AS SELECT p.owner, CAST(SUM(p.gross + p.fee) AS BIGINT) AS paid
      FROM bench_plan p JOIN bench_roll r ON r.roll = p.roll WHERE r.sign < 0 AND p.state = 'posted' GROUP BY p.owner;
    INSERT INTO bench_plan
      SELECT p.n, ${sql.reference('p.n')}, ${startMs} - ${people} - 1 + p.n,
        (SELECT MIN(roll) FROM bench_roll WHERE kind = 'funding'), p.n, NULL, p.n % ${PARTIES}, 100000 + COALESCE(paid, 0), 0,
        'posted'
      FROM bench_person p LEFT JOIN bench_paid ON bench_paid.owner = p.n;
    DROP TABLE bench_paid;
    ${sql.isPostgres ? analyse : ''}`;
}

/** The temporary tables. `p.owner` and `p.other` are people, `p.roll` is the kind, and `p.party` a bank account. */
export const plan = (sql, of) =>
  [planLists, planPeople, planTransfers, planOpenings].map((part) => part(sql, of)).join('\n');
