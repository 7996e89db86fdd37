// Checks that the server stays within its memory, and serves an honest user, under attack by uploads, failed sign-ins
// and slow connections: each attack separately, and all together. Limits are the defaults. Traffic "through the proxy"
// comes from 127.0.0.1, which is trusted, for many client addresses; slow connections are direct, from many networks in
// 127/8.
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { Person } from './person.mjs';
import { form, jpeg, noise, pdf, png } from './pictures.mjs';
import { createDatabase, startServer } from './server.mjs';
import { hold, kinds } from './slow.mjs';
import { watch } from './watch.mjs';

const MB = 1024 * 1024;
/** The memory limits under each attack (one combines uploads and failed sign-ins), and under all of them. */
const MOST_BYTES = 512 * MB;
const MOST_BYTES_ALL = 768 * MB;
const PEOPLE = 24;
const SIGN_INS = 400;
/** Out of the 4096 that the server accepts, which four networks could exhaust, so that the honest user gets a connection. */
const CONNECTIONS = 3_900;
const only = process.env.BENCH_ONLY?.split(',');

const ALL_SECONDS = 28;
const AFTERWARDS_MS = 1_500;
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const CHAT = '/support/attachments';
const AVATAR = '/profile/avatar';
const FILE_BYTES = 4 * MB;
/** The largest accepted images: 16 megapixels, and 64 MiB of pixels. */
const pictures = { jpeg: jpeg(4_096, 4_096), deep: png(2_896, 16), wide: png(4_096, 8) };
const uploads = [
  { path: CHAT, body: form('a.jpg', 'image/jpeg', pictures.jpeg, 12 * MB) },
  { path: CHAT, body: form('a.pdf', 'application/pdf', pdf(), 12 * MB) },
  { path: CHAT, body: form('a.jpg', 'image/jpeg', pictures.jpeg) },
  { path: AVATAR, body: form('a.jpg', 'image/jpeg', pictures.jpeg, 5 * MB) },
  { path: AVATAR, body: form('a.png', 'image/png', pictures.deep) },
  { path: AVATAR, body: form('a.png', 'image/png', pictures.wide) },
];

const database = createDatabase();
const folder = join(database.folder, 'webapp');
mkdirSync(join(folder, 'assets'), { recursive: true });
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
writeFileSync(join(folder, 'assets', 'large.js'), Buffer.alloc(FILE_BYTES, '//\n'));
const settings = {
  AJO_SECRET: randomBytes(32).toString('base64'),
  AJO_WEBAPP_DIR: folder,
  AJO_TRUSTED_PROXIES: '127.0.0.1',
  // There would be thousands of warnings.
  AJO_LOG_FILTER: 'error',
};
const proxy = new Agent({ keepAlive: true });
/** A new server for each phase, because freed memory is not always returned to the system. */
let server = await startServer(database.url, settings);
process.once('exit', () => server.kill());

/** Sends a request through the proxy and returns the status; `pace` controls the sending of the body. */
const send = (path, headers, body, until, { agent = proxy, pace = (sent) => sent.end(body) } = {}) =>
  new Promise((done) => {
    const sent = request(`${server.url}/api${path}`, {
      method: 'POST',
      agent,
      headers: { 'content-length': body.length, ...headers },
    });
    const late = setTimeout(() => sent.destroy(new Error('late')), Math.max(0, until - Date.now()));
    sent.on('response', (answer) => {
      answer.resume();
      answer.on('close', () => done(String(answer.statusCode)));
    });
    sent.on('error', (error) => done(error.message === 'late' ? 'unfinished' : 'cut'));
    sent.on('close', () => clearTimeout(late));
    // If the response arrives before the body is sent, Node considers the call finished, but not its connection.
    if (agent === false) sent.on('socket', (socket) => socket.on('error', () => undefined));
    pace(sent);
  });

const half = (body) => (sent) => {
  sent.write(body.subarray(0, body.length / 2));
  setTimeout(() => sent.destroy(), 2_000);
};
const slowly = (body) => async (sent) => {
  for (let at = 0; at < body.length && !sent.destroyed; at += 128 * 1024) {
    sent.write(body.subarray(at, at + 128 * 1024));
    await sleep(100);
  }
  sent.end();
};

const formOf = (person) => ({
  authorization: `Bearer ${person.token}`,
  'content-type': 'multipart/form-data; boundary=bench',
});

async function attackByUploads(until, count) {
  const upload = async (person, index, { path, body }, pace) => {
    const headers = { ...formOf(person), 'x-forwarded-for': `198.51.100.${index}` };
    count(await send(path, headers, body, until, { agent: false, pace: pace?.(body) }));
  };
  const [file, document] = uploads;
  const sendings = people.flatMap((person, index) => [
    ...uploads.map((one) => upload(person, index, one)),
    ...(index % 4 === 0 ? [upload(person, index, file, half)] : []),
    ...(index % 8 === 0 ? [upload(person, index, document, slowly)] : []),
  ]);
  await Promise.all(sendings);
}

async function attackBySignIns(until, count) {
  const body = (email) => Buffer.from(JSON.stringify({ email, password: 'Wrong!Word77' }));
  const tries = [...Array(SIGN_INS).keys()].map(async (place) => {
    const headers = {
      'content-type': 'application/json',
      'x-forwarded-for': `192.0.${place >> 8}.${place & 255}`,
    };
    for (let round = 0; Date.now() < until; round += 1) {
      count(await send('/auth/login', headers, body(`nobody.${place}.${round}@example.com`), until));
      await sleep(250);
    }
  });
  await Promise.all(tries);
}

/** Each attack comes from its own networks, so that none is stopped by limits used up by another. */
let network = 0;
const addresses = (networks, hosts) =>
  [...Array(networks)].flatMap(() => {
    network += 1;
    return [...Array(hosts).keys()].map((place) => `127.${network}.0.${place + 1}`);
  });

/** Connections, a few above the limits per address and network: 512 and 1024. */
const CROWD = { hosts: 2, each: 520, around: 1_000 };
/** Calls, limited per address to 300 a minute. */
const CALLERS = { hosts: 4, each: 310, around: 1_000 };
/** Sockets, with their own limits: 500 and 8000. */
const SOCKETS = { hosts: 17, each: 510, around: 8_000 };

const slow =
  (kind, most, { hosts, each, around, seconds = 3 } = CROWD) =>
  (until, count) =>
    hold({
      url: server.url,
      kind,
      addresses: addresses(Math.ceil(most / around), hosts),
      each,
      most,
      until,
      seconds,
      count,
    });

const people = [];
for (let index = 0; index < PEOPLE; index += 1) people.push(await Person.join(server.url, proxy, index));
const honest = await Person.join(server.url, proxy, PEOPLE);
{
  const body = form('a.png', 'image/png', noise());
  const status = await send(AVATAR, formOf(honest), body, Date.now() + 20_000);
  if (status !== '200') throw new Error(`the picture was answered ${status}`);
}
const { text } = await honest.call('GET', '/profile');
const picture = text.match(/\/media\/avatars\/[^"]+/)[0];
const served = await fetch(server.url + picture);
const portrait = [picture, (await served.arrayBuffer()).byteLength];
await server.stop();

const file = ['/assets/large.js', FILE_BYTES];
const readers = (of, most, crowd) => [
  slow(kinds.readsNothing(...of), most / 2, crowd),
  slow(kinds.readsLittle(...of), most / 2, crowd),
];
const toTheEnd = (crowd) => ({ ...crowd, seconds: ALL_SECONDS });
/**
 * The maximum duration in seconds, the concurrent attacks, and the expected memory. On loopback the system buffers megabytes
 * of a response, so there are fewer readers.
 */
const phases = {
  nothing: [2, [() => sleep(2_000)]],
  uploads: [24, [attackByUploads]],
  'failed sign-ins': [8, [attackBySignIns]],
  'uploads and sign-ins': [24, [attackByUploads, attackBySignIns]],
  'idle connections': [25, [slow(kinds.silent, CONNECTIONS / 2), slow(kinds.idle, CONNECTIONS / 2)]],
  'idle sockets': [25, [slow(kinds.socket, 4_000, SOCKETS)]],
  'slow heads': [25, [slow(kinds.head, CONNECTIONS)]],
  'slow bodies': [25, [slow(kinds.body, CONNECTIONS, CALLERS)]],
  'bodies in tiny chunks': [12, [slow(kinds.chunks, 300, { ...CALLERS, seconds: 8 })]],
  'bodies byte by byte': [15, [slow(kinds.bytes, 600, { ...CALLERS, seconds: 10 })]],
  'readers of a file': [25, readers(file, 2_000, { ...CROWD, seconds: 12 })],
  'readers of a picture': [25, readers(portrait, 2_000, { ...CROWD, seconds: 12 })],
  'all at once': [
    ALL_SECONDS,
    [
      attackByUploads,
      attackBySignIns,
      slow(kinds.silent, 250, toTheEnd(CROWD)),
      slow(kinds.idle, 250, toTheEnd(CROWD)),
      slow(kinds.socket, 2_000, toTheEnd(SOCKETS)),
      slow(kinds.head, 1_000, toTheEnd(CROWD)),
      slow(kinds.body, 1_000, toTheEnd(CALLERS)),
      slow(kinds.chunks, 100, toTheEnd(CALLERS)),
      slow(kinds.bytes, 150, toTheEnd(CALLERS)),
      ...readers(file, 400, toTheEnd(CROWD)),
      ...readers(portrait, 400, toTheEnd(CROWD)),
    ],
    MOST_BYTES_ALL,
  ],
};

const widths = [22, 9, 9, 9, 9, 14, 13];
const row = (...cells) =>
  console.log(
    cells
      .map((cell, place) => (place === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[place] ?? 0)))
      .join(' '),
  );
row(
  'phase',
  'requests',
  'refused',
  'most, MB',
  'left, MB',
  'honest p95, ms',
  'not answered',
  ' what became of them',
);
let unanswered = 0;
const above = [];
for (const [name, [seconds, attacks, planned = MOST_BYTES]] of Object.entries(phases)) {
  if (only && !only.includes(name)) continue;
  server = await startServer(database.url, { ...settings, AJO_RATE_LIMIT_FACTOR: '1' });
  // An idle session ends after three minutes.
  for (const person of people) {
    person.origin = server.url;
    await person.call('GET', '/profile');
  }
  const watched = watch(server.pid, server.url, honest.token);
  const counts = new Map();
  const count = (what) => counts.set(what, (counts.get(what) ?? 0) + 1);
  const until = Date.now() + seconds * 1000;
  await Promise.all(attacks.map((attack) => attack(until, count)));
  const seen = await watched.figures();
  await sleep(AFTERWARDS_MS);
  const { left } = await watched.figures();
  if (seen.peak > planned) above.push(name);
  unanswered += seen.unanswered.length;
  const refused = ['429', '503', 'closed'].reduce((sum, what) => sum + (counts.get(what) ?? 0), 0);
  row(
    name,
    String([...counts.values()].reduce((sum, times) => sum + times, 0)),
    String(refused),
    (seen.peak / MB).toFixed(0),
    (left / MB).toFixed(0),
    seen.p95?.toFixed(0) ?? '-',
    `${seen.unanswered.length} of ${seen.answered + seen.unanswered.length}`,
    ` ${[...counts].map(([what, times]) => `${what} ${times}`).join(', ')}`,
  );
  for (const what of new Set(seen.unanswered)) console.log(`  the honest user: ${what}`);
  await watched.stop();
  await server.stop();
}
console.log(
  `more than planned (${MOST_BYTES / MB} MB, all at once ${MOST_BYTES_ALL / MB}): ${above.join(', ') || 'no phase'}; ${unanswered} honest calls were not answered`,
);
proxy.destroy();
process.exit(above.length > 0 || unanswered > 0 ? 1 : 0);
