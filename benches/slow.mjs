// Slow connections that tie up the server: each kind sends something, and then little or nothing.
import { connect } from 'node:net';

const host = 'Host: bench.localhost\r\n';
const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  `Sec-WebSocket-Key: ${Buffer.alloc(16).toString('base64')}`,
]
  .map((line) => `${line}\r\n`)
  .join('');
const get = (path, lines = '') => `GET ${path} HTTP/1.1\r\n${host}${lines}\r\n`;
const post = (length) =>
  `POST /api/auth/login HTTP/1.1\r\n${host}Content-Type: application/json\r\n${length}\r\n\r\n`;
const HEAD_BYTES = 32 * 1024 - 1;
const BODY_BYTES = 64 * 1024;
const A_BODY = post(`Content-Length: ${BODY_BYTES}`);
const begun = (text, bytes) => text + 'x'.repeat(bytes - text.length);
/** More than the system's own buffers, which on loopback are megabytes. */
const FILL_BYTES = 8e6;
const filling = (path, bytes) => get(path).repeat(Math.ceil(FILL_BYTES / bytes));

const aSecond = (times, step) => (socket) => {
  const timer = setInterval(() => step(socket), 1000 / times);
  socket.once('close', () => clearInterval(timer));
};

/** The first bytes of a connection, and its later behaviour. */
export const kinds = {
  silent: { first: '' },
  idle: { first: get('/healthz') },
  socket: { first: get('/app/ajo?protocol=7', upgrade) },
  head: { first: begun(`GET / HTTP/1.1\r\n${host}X-Slow: `, HEAD_BYTES) },
  body: { first: begun(`${A_BODY}{"email":"`, A_BODY.length + BODY_BYTES - 1) },
  chunks: { first: post('Transfer-Encoding: chunked') + '1\r\nx\r\n'.repeat(BODY_BYTES - 1) },
  bytes: { first: A_BODY, afterwards: aSecond(20, (socket) => socket.write('x')) },
  readsNothing: (path, bytes) => ({ first: filling(path, bytes) }),
  readsLittle: (path, bytes) => ({
    first: filling(path, bytes),
    afterwards: aSecond(0.5, (socket) => socket.read(100)),
  }),
};

/** Opens a number of connections from each address, up to `most` in total, and holds them for some seconds, or until `until`. */
export async function hold({ url, kind, addresses, each, most, until, seconds, count }) {
  const { port } = new URL(url);
  const sockets = [];
  let standing = 0;
  let over = false;
  const open = (localAddress) =>
    new Promise((done) => {
      const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
      let outcome;
      sockets.push(socket);
      socket.once('connect', () => {
        standing += 1;
        socket.write(kind.first);
        kind.afterwards?.(socket);
        done();
      });
      socket.once('data', (data) => {
        socket.pause();
        outcome = data.subarray(9, 12).toString();
      });
      socket.on('error', () => undefined);
      socket.once('close', () => {
        standing -= 1;
        count(outcome ?? (over ? 'held' : 'closed'));
        done();
      });
    });
  const wanted = addresses.flatMap((address) => Array(each).fill(address));
  while (wanted.length > 0 && standing < most && Date.now() < until) {
    await Promise.all(wanted.splice(0, Math.min(100, most - standing)).map(open));
  }
  const end = Math.min(until, Date.now() + seconds * 1000);
  await new Promise((done) => setTimeout(done, Math.max(0, end - Date.now())));
  over = true;
  const left = sockets.filter((socket) => !socket.closed);
  await Promise.all(left.map((socket) => new Promise((done) => socket.once('close', done).destroy())));
}
