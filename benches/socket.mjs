// A realtime client: Pusher's protocol over a WebSocket, from an address of its own choice.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';

const TEXT = 0x81;
const PATIENCE_MS = 20_000;

/** A client's frame. The mask is of zeros, which leaves the text as it is. */
function frame(value) {
  const text = Buffer.from(JSON.stringify(value));
  const long = text.length > 125;
  const head = Buffer.alloc(long ? 8 : 6);
  head[0] = TEXT;
  head[1] = 0x80 | (long ? 126 : text.length);
  if (long) head.writeUInt16BE(text.length, 2);
  return Buffer.concat([head, text]);
}

/** The server's frames; the rest is kept for the next chunk. */
function* frames(socket, chunk) {
  socket.rest = socket.rest ? Buffer.concat([socket.rest, chunk]) : chunk;
  while (socket.rest && socket.rest.length >= 2) {
    const short = socket.rest[1] & 0x7f;
    const begin = short === 126 ? 4 : 2;
    if (short === 127) throw new Error('a frame is too long');
    if (socket.rest.length < begin) return;
    const length = short === 126 ? socket.rest.readUInt16BE(2) : short;
    if (socket.rest.length < begin + length) return;
    const payload = socket.rest.subarray(begin, begin + length);
    const isText = socket.rest[0] === TEXT;
    const text = payload.toString();
    socket.rest = socket.rest.length > begin + length ? socket.rest.subarray(begin + length) : undefined;
    if (isText) yield JSON.parse(text);
  }
}

/**
 * Opens a socket and subscribes it: `authorise` gets the socket's name and returns the permission. `hear` gets the events.
 * Returns once the server has confirmed the subscription.
 */
export function subscribe({ url, localAddress, channel, authorise, hear }) {
  return new Promise((done, fail) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port, localAddress, noDelay: true });
    const late = setTimeout(() => socket.destroy(new Error('not subscribed in time')), PATIENCE_MS);
    let isOpen = false;
    const said = async ({ event, data }) => {
      if (event === 'pusher:connection_established') {
        const auth = await authorise(JSON.parse(data).socket_id);
        socket.write(frame({ event: 'pusher:subscribe', data: { channel, auth } }));
      } else if (event === 'pusher_internal:subscription_succeeded') {
        clearTimeout(late);
        done(socket);
      } else if (event === 'pusher:error') {
        socket.destroy(new Error(`refused: ${JSON.stringify(data)}`));
      } else if (event !== 'pusher:ping') {
        hear?.(event, data);
      }
    };
    socket.on('connect', () =>
      socket.write(
        `GET /app/ajo?protocol=7 HTTP/1.1\r\nHost: ${hostname}:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString('base64')}\r\n\r\n`,
      ),
    );
    socket.on('data', (chunk) => {
      let rest = chunk;
      if (!isOpen) {
        const head = socket.rest ? Buffer.concat([socket.rest, chunk]) : chunk;
        const end = head.indexOf('\r\n\r\n');
        if (end < 0) {
          socket.rest = head;
          return;
        }
        if (!head.toString('latin1', 0, end).includes(' 101 ')) {
          socket.destroy(new Error(head.toString('latin1', 0, 40)));
          return;
        }
        isOpen = true;
        socket.rest = undefined;
        rest = head.subarray(end + 4);
        if (rest.length === 0) return;
      }
      for (const one of frames(socket, rest)) said(one).catch((error) => socket.destroy(error));
    });
    socket.on('error', fail);
    socket.on('close', () => {
      clearTimeout(late);
      fail(new Error('closed'));
    });
  });
}
