// Checks whether response times tell known addresses and numbers from unknown ones. Known and unknown alternate; the
// result is the ratio of the medians. The server runs as in production, with providers of our own on loopback, because
// only there does it not wait for emails.
import { randomBytes } from 'node:crypto';
import { Agent, createServer as createHttp } from 'node:http';
import { createServer as createTcp } from 'node:net';
import { Person } from './person.mjs';
import { createDatabase, startServer } from './server.mjs';

const pairs = Number(process.env.BENCH_PAIRS ?? 300);
const password = 'Harmattan!Dust7';
const secret = randomBytes(32).toString('base64');
/** The server refuses its own secret as a provider's. */
const providersSecret = randomBytes(32).toString('base64');

/** The identity register, which knows all numbers starting with 221, and the receiver of text messages. */
const texts = new Map();
const provider = createHttp((question, answer) => {
  const parts = [];
  question.on('data', (part) => parts.push(part));
  question.on('end', () => {
    const body = JSON.parse(Buffer.concat(parts).toString() || '{}');
    answer.setHeader('content-type', 'application/json');
    if (question.url.endsWith('/sms')) {
      texts.set(body.to.slice(-10), body.text);
      return answer.end('{}');
    }
    if (!body.number?.startsWith('221')) return answer.writeHead(404).end('{"code":"person_not_found"}');
    const phone = `080${body.number.slice(-8)}`;
    const person = { first_name: 'Bench', last_name: 'Person', dob: '14-03-1994', gender: 'female', phone };
    answer.end(JSON.stringify(person));
  });
});
/** Accepts and discards every email. */
const post = createTcp((socket) => {
  let inLetter = false;
  socket.on('error', () => undefined);
  socket.write('220 bench ESMTP\r\n');
  socket.on('data', (data) => {
    for (const line of data.toString().split('\r\n').filter(Boolean)) {
      if (inLetter) {
        inLetter = line !== '.';
        if (!inLetter) socket.write('250 ok\r\n');
      } else if (/^DATA/i.test(line)) {
        inLetter = true;
        socket.write('354 go on\r\n');
      } else socket.write('250 ok\r\n');
    }
  });
});
const listen = (server) =>
  new Promise((done) => server.listen(0, '127.0.0.1', () => done(server.address().port)));
const [providerPort, postPort] = [await listen(provider), await listen(post)];

const database = createDatabase();
Object.assign(process.env, {
  AJO_SECRET: secret,
  AJO_IDENTITY_URL: `http://127.0.0.1:${providerPort}/v1`,
  AJO_IDENTITY_KEY: 'key',
  AJO_SMS_URL: `http://127.0.0.1:${providerPort}/v1/sms`,
  AJO_SMS_KEY: 'key',
  AJO_SMS_FROM: 'Bench',
});
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const email = (known, place) => `${known ? 'known' : 'other'}.${place}@example.com`;
const number = (kind, place) => `${kind}${String(place).padStart(8, '0')}`;
/** Prefixes of numbers with an account, numbers with a registered person only, and unknown numbers. */
const [WITH_ACCOUNT, REGISTERED, NOBODYS] = ['221', '221', '999'];
const places = [...Array(pairs).keys()];
const registration = (to) => ({
  name: 'Bench Person',
  email: to,
  phone: '08031234567',
  password,
  agreement: true,
});

{
  const server = await startServer(database.url);
  const person = new Person(server.url, agent);
  for (const place of places) {
    const to = email(true, place);
    await person.must('POST', '/auth/register', registration(to));
    const [message] = await person.must('GET', `/sandbox/messages?to=${encodeURIComponent(to)}`);
    await person.must('POST', '/auth/verify', { email: to, code: message.code });
    const bvn = number(WITH_ACCOUNT, place);
    await person.must('POST', '/identity/register/init', { bvn });
    const code = /\d{3}-\d{3}/.exec(texts.get(bvn.slice(-8).padStart(10, '80')) ?? '')?.[0];
    await person.must('POST', '/identity/register/create', { bvn, code });
  }
  await server.stop();
}

const median = (times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)];
const production = await startServer(database.url, {
  AJO_ENV: 'production',
  AJO_RATE_LIMIT_FACTOR: '100',
  AJO_SMTP_URL: `smtp://127.0.0.1:${postPort}`,
  AJO_MAIL_FROM: 'Bench <bench@example.com>',
  AJO_BANK_URL: `http://127.0.0.1:${providerPort}/v1`,
  AJO_BANK_KEY: 'key',
  AJO_BANK_SECRET: providersSecret,
  AJO_BANK_HOOK_SECRET: providersSecret,
});
const person = new Person(production.url, agent);
const byEmail = (body) => [(place) => body(email(true, place)), (place) => body(email(false, place))];
const byNumber = (one, other) => [one, other].map((which) => (place) => ({ bvn: which(place) }));
const calls = [
  ['login', '/auth/login', byEmail((to) => ({ email: to, password: 'Wrong!Word77' }))],
  ['forgot password', '/forgot/password', byEmail((to) => ({ email: to }))],
  ['register', '/auth/register', byEmail(registration)],
  ['code', '/auth/code', byEmail((to) => ({ email: to, page: 'otp-login' }))],
  [
    'number: account, or registered alone',
    '/identity/auth/init',
    byNumber(
      (place) => number(WITH_ACCOUNT, place),
      (place) => number(REGISTERED, place + 1_000_000),
    ),
  ],
  [
    'number: registered, or nobody’s',
    '/identity/register/init',
    byNumber(
      (place) => number(REGISTERED, place + 2_000_000),
      (place) => number(NOBODYS, place),
    ),
  ],
];
console.log(`${pairs} pairs each, in turn; medians in ms`);
for (const [name, path, bodies] of calls) {
  const times = [[], []];
  const statuses = new Set();
  for (const place of places) {
    // The second request finds everything warm, so they alternate in that too.
    for (const which of place % 2 === 0 ? [0, 1] : [1, 0]) {
      const body = bodies[which](place);
      const began = performance.now();
      const { status } = await person.call('POST', path, body);
      times[which].push(performance.now() - began);
      statuses.add(status);
    }
  }
  if (statuses.size > 1) throw new Error(`${path} answered ${[...statuses]}`);
  const [known, unknown] = times.map(median);
  const figures = [known, unknown].map((time) => time.toFixed(2)).join(' and ');
  console.log(`${name}: ${figures}, ratio ${(known / unknown).toFixed(3)} (all ${[...statuses]})`);
}
await production.stop();
agent.destroy();
provider.close();
post.close();
