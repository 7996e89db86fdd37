import { beforeEach, expect, it, vi } from 'vitest';
import { firstPageStands } from '@/lib/first-page';
import { listen } from './realtime';
import type { AppConfiguration } from './types';

type Callback = (payload?: unknown) => void;

/** The part of the client that the app uses. */
class FakePusher {
  static made: FakePusher[] = [];
  channels = new Map<string, FakeChannel>();
  connected = true;

  constructor(
    _key: string,
    readonly options: { channelAuthorization: { customHandler: (asked: object, done: Callback) => void } },
  ) {
    FakePusher.made.push(this);
  }
  subscribe(name: string): FakeChannel {
    const channel = this.channels.get(name) ?? new FakeChannel();
    this.channels.set(name, channel);
    return channel;
  }
  channel = (name: string) => this.channels.get(name);
  unsubscribe(name: string) {
    // Like the real client: a pending channel stays, and is never requested again.
    if (!this.channels.get(name)?.pending) this.channels.delete(name);
    // The real client sends in a later task.
    setTimeout(() => expect(this.connected, 'sends over a closed connection').toBe(true));
  }
  disconnect() {
    this.connected = false;
  }
}

class FakeChannel {
  subscribed = false;
  pending = false;
  #bound: [event: string, callback: Callback][] = [];

  bind(event: string, callback: Callback) {
    this.#bound.push([event, callback]);
    return this;
  }
  unbind(event: string, callback: Callback) {
    this.#bound = this.#bound.filter(([name, one]) => name !== event || one !== callback);
    return this;
  }
  emit(event: string, payload?: unknown) {
    for (const [name, callback] of this.#bound) if (name === event) callback(payload);
  }
  disconnect() {
    this.subscribed = false;
    this.pending = false;
  }
  open() {
    this.subscribed = true;
    this.emit('pusher:subscription_succeeded');
  }
}

vi.mock('pusher-js', () => ({ default: FakePusher }));

const CONFIGURATION = { realtime: { key: 'k' } } as AppConfiguration;
/** Waits for the later tasks of client and app. */
const settled = () => new Promise((later) => setTimeout(later, 5));
const pusher = () => FakePusher.made.at(-1) as FakePusher;

beforeEach(() => {
  FakePusher.made = [];
  firstPageStands();
});

it('connects once the first page is shown', async () => {
  vi.resetModules();
  const [realtime, page] = [await import('./realtime'), await import('@/lib/first-page')];
  const stop = realtime.listen(CONFIGURATION, 'private-a', 'paid', () => undefined);
  await settled();
  expect(FakePusher.made).toHaveLength(0);
  page.firstPageStands();
  await settled();
  expect(FakePusher.made).toHaveLength(1);
  stop();
  await settled();
});

it('requests no authorisation once there are no listeners', async () => {
  const authorise = vi.fn(async () => ({ auth: 'k:1' }));
  const stop = listen(CONFIGURATION, 'private-a', 'paid', () => undefined, { authorise });
  await settled();
  const ask = pusher().options.channelAuthorization.customHandler;
  const asked = { socketId: '1.1', channelName: 'private-a' };
  const done = vi.fn();
  ask(asked, done);
  await settled();
  expect(done.mock.calls).toEqual([[null, { auth: 'k:1' }]]);
  done.mockClear();
  // Just before the listener stops, and after it.
  ask(asked, done);
  stop();
  ask(asked, done);
  await settled();
  const unheard = [new Error('no listeners'), null];
  expect([done.mock.calls, authorise.mock.calls.length]).toEqual([[unheard, unheard], 2]);
});

it('shares one connection, and closes it after the last listener', async () => {
  const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()];
  const stops = [
    listen(CONFIGURATION, 'private-a', 'paid', first),
    listen(CONFIGURATION, 'private-a', 'paid', second),
    listen(CONFIGURATION, 'private-b', 'said', third),
  ];
  await settled();
  expect(FakePusher.made).toHaveLength(1);
  pusher().channel('private-a')?.emit('paid', 1);
  expect([first.mock.calls, second.mock.calls, third.mock.calls]).toEqual([[[1]], [[1]], []]);

  stops[0]?.();
  stops[0]?.();
  await settled();
  pusher().channel('private-a')?.emit('paid', 2);
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 2]);

  stops[1]?.();
  await settled();
  expect([pusher().channel('private-a'), pusher().connected]).toEqual([undefined, true]);

  stops[2]?.();
  await settled();
  expect(pusher().connected).toBe(false);
});

it('keeps the connection from one page to the next, and opens another after it was closed', async () => {
  const stop = listen(CONFIGURATION, 'private-a', 'paid', () => undefined);
  await settled();
  stop();
  const stopNext = listen(CONFIGURATION, 'private-a', 'paid', () => undefined);
  await settled();
  expect([FakePusher.made.length, pusher().connected]).toEqual([1, true]);
  stopNext();
  await settled();
  const stopLast = listen(CONFIGURATION, 'private-a', 'paid', () => undefined);
  await settled();
  expect([FakePusher.made.length, pusher().connected]).toEqual([2, true]);
  stopLast();
  await settled();
});

it('notifies each listener that its channel is open, a later one too, and after every reconnection', async () => {
  const [early, late] = [vi.fn(), vi.fn()];
  const stopEarly = listen(CONFIGURATION, 'private-a', 'said', () => undefined, { onOpen: early });
  await settled();
  pusher().channels.get('private-a')?.open();
  const stopLate = listen(CONFIGURATION, 'private-a', 'said', () => undefined, { onOpen: late });
  await settled();
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([1, 1]);
  pusher().channels.get('private-a')?.open();
  expect([early.mock.calls.length, late.mock.calls.length]).toEqual([2, 2]);
  stopEarly();
  stopLate();
  await settled();
});

it('notifies a listener that its channel was refused', async () => {
  const onRefused = vi.fn();
  const stop = listen(CONFIGURATION, 'private-a', 'said', () => undefined, { onRefused });
  await settled();
  const channel = pusher().channels.get('private-a');
  if (channel) channel.pending = true;
  channel?.emit('pusher:error', { code: 4009 });
  expect(onRefused).toHaveBeenCalledOnce();
  const other = listen(CONFIGURATION, 'private-b', 'said', () => undefined);
  stop();
  await settled();
  expect([...pusher().channels.keys()]).toEqual(['private-b']);
  other();
  await settled();
  channel?.emit('pusher:error', { code: 4009 });
  expect(onRefused).toHaveBeenCalledOnce();
});

it('subscribes to nothing for a listener that stopped before the client had loaded', async () => {
  listen(CONFIGURATION, 'private-a', 'paid', () => undefined)();
  await settled();
  expect([pusher().channels.size, pusher().connected]).toEqual([0, false]);
});
