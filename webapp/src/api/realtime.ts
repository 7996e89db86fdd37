import type Pusher from 'pusher-js';
import { firstPage } from '@/lib/first-page';
import { call } from './client';
import type { AppConfiguration } from './types';

type Handler = (payload: unknown) => void;

/** Authorises a socket for a channel. */
type Authorise = (socketId: string, channel: string) => Promise<{ auth: string }>;

interface Options {
  /** For channels with an authorisation of their own. */
  authorise?: Authorise;
  /** The channel was opened or reopened: earlier events were missed. */
  onOpen?: () => void;
  /** The server refused the channel, for example because access has ended. */
  onRefused?: () => void;
}

const OPENED = 'pusher:subscription_succeeded';
const REFUSED = 'pusher:error';

/** The page's one connection: opened for the first listener, closed after the last. */
let connection: Promise<Pusher> | null = null;
/** The number of listeners of each channel, and its authorisation. */
const channels = new Map<string, { listeners: number; authorise: Authorise }>();

/** Listens to an event of a private channel. Returns the function that stops. */
export function listen(
  configuration: AppConfiguration,
  channel: string,
  event: string,
  handler: Handler,
  { authorise = permission, onOpen, onRefused }: Options = {},
): () => void {
  channels.set(channel, { listeners: (channels.get(channel)?.listeners ?? 0) + 1, authorise });
  connection ??= connect(configuration);
  const current = connection;
  // A function per listener: several may pass the same one.
  const hear = (payload: unknown) => handler(payload);
  const opened = () => onOpen?.();
  let client: Pusher | undefined;
  const refused = () => {
    // Otherwise the client considers the channel pending, and never requests it again.
    client?.channel(channel)?.disconnect();
    onRefused?.();
  };
  let stopped = false;
  current.then(
    (pusher) => {
      if (stopped) return;
      client = pusher;
      const subscribed = pusher
        .subscribe(channel)
        .bind(event, hear)
        .bind(OPENED, opened)
        .bind(REFUSED, refused);
      if (subscribed.subscribed) opened();
    },
    // Without the client no events arrive; everything important is polled as well.
    () => undefined,
  );
  return () => {
    if (stopped) return;
    stopped = true;
    const { listeners = 1 } = channels.get(channel) ?? {};
    if (listeners === 1) channels.delete(channel);
    else channels.set(channel, { listeners: listeners - 1, authorise });
    current.then(
      (pusher) => {
        pusher.channel(channel)?.unbind(event, hear).unbind(OPENED, opened).unbind(REFUSED, refused);
        // Another listener has stopped meanwhile and closed it.
        if (connection !== current) return;
        if (channels.size === 0) {
          connection = null;
          // Closing ends the subscriptions too. The client unsubscribes in a later task, which must not happen over a
          // closed connection.
          setTimeout(() => pusher.disconnect());
        } else if (!channels.has(channel)) {
          pusher.unsubscribe(channel);
        }
      },
      () => undefined,
    );
  };
}

/** Loads the client and connects once the first page is shown: earlier requests belong to that page. */
async function connect({ realtime }: AppConfiguration): Promise<Pusher> {
  await firstPage;
  const { default: Client } = await import('pusher-js').catch((error: unknown) => {
    // The next listener tries again.
    connection = null;
    throw error;
  });
  const secure = location.protocol === 'https:';
  const port = Number.parseInt(location.port, 10) || (secure ? 443 : 80);
  return new Client(realtime.key, {
    cluster: '',
    wsHost: location.hostname,
    wsPort: port,
    wssPort: port,
    forceTLS: secure,
    // Forced TLS upgrades this to `wss`; listing `wss` would try TLS on pages without it.
    enabledTransports: ['ws'],
    disableStats: true,
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, done) => {
        // The last listener may have stopped before or meanwhile, perhaps because the session has ended.
        const unheard = () => done(new Error('no listeners'), null);
        const listened = channels.get(channelName);
        if (!listened) return unheard();
        listened.authorise(socketId, channelName).then(
          (permitted) => (channels.has(channelName) ? done(null, permitted) : unheard()),
          (error: unknown) => done(error instanceof Error ? error : new Error('refused'), null),
        );
      },
    },
  });
}

/** This response has no envelope, as the protocol's clients expect; `call` returns only `data`. */
async function permission(socketId: string, channelName: string): Promise<{ auth: string }> {
  const body = { socket_id: socketId, channel_name: channelName };
  const { bare } = await call('POST', '/broadcasting/auth', { body, passive: true });
  return bare as { auth: string };
}
