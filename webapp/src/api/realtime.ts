import { call } from './client';
import type { AppConfiguration } from './types';

type Handler = (payload: unknown) => void;

/** What opens a channel to a socket. */
type Authorise = (socketId: string, channel: string) => Promise<{ auth: string }>;

interface Ways {
  /** Where the common permission is not what opens the channel. */
  authorise?: Authorise;
  /** The channel is open, for the first time or again: what was sent before was missed. */
  onOpen?: () => void;
}

/** Listens to an event of a private channel; answers how to stop. The client is loaded when it is first needed. */
export function listen(
  { realtime }: AppConfiguration,
  channel: string,
  event: string,
  handler: Handler,
  { authorise = permission, onOpen }: Ways = {},
): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  void import('pusher-js').then(({ default: Pusher }) => {
    if (stopped) return;
    const secure = location.protocol === 'https:';
    const port = Number.parseInt(location.port, 10) || (secure ? 443 : 80);
    const pusher = new Pusher(realtime.key, {
      cluster: '',
      wsHost: location.hostname,
      wsPort: port,
      wssPort: port,
      forceTLS: secure,
      enabledTransports: ['ws', 'wss'],
      disableStats: true,
      channelAuthorization: {
        transport: 'ajax',
        endpoint: '',
        customHandler: ({ socketId, channelName }, done) => {
          authorise(socketId, channelName).then(
            (permitted) => done(null, permitted),
            (error: unknown) => done(error instanceof Error ? error : new Error('refused'), null),
          );
        },
      },
    });
    const subscribed = pusher.subscribe(channel).bind(event, handler);
    if (onOpen) subscribed.bind('pusher:subscription_succeeded', onOpen);
    stop = () => pusher.disconnect();
  });
  return () => {
    stopped = true;
    stop?.();
  };
}

/** This one answer has no envelope, as the protocol's clients expect; `call` passes what it finds under `data`. */
async function permission(socketId: string, channelName: string): Promise<{ auth: string }> {
  const body = { socket_id: socketId, channel_name: channelName };
  const { bare } = await call('POST', '/broadcasting/auth', { body, passive: true });
  return bare as { auth: string };
}
