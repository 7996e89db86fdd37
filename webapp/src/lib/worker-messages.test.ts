import { expect, test } from 'vitest';
import { onWorkerMessage, receiveWorkerMessages, type WorkerMessage } from './worker-messages';

test('messages that arrive before their handler are handled once, in order', () => {
  const worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  const say = (data: unknown) => worker.dispatchEvent(new MessageEvent('message', { data }));
  receiveWorkerMessages();
  say({ type: 'open', link: '/settings' });
  say(undefined);
  say({ type: 'push-changed' });

  const heard: WorkerMessage[] = [];
  const stop = onWorkerMessage((message) => heard.push(message));
  expect(heard).toEqual([{ type: 'open', link: '/settings' }, { type: 'push-changed' }]);
  say({ type: 'open', link: '/chat' });
  expect(heard).toHaveLength(3);

  stop();
  say({ type: 'open', link: '/savings' });
  expect(heard).toHaveLength(3);
  onWorkerMessage((message) => heard.push(message))();
  expect(heard).toHaveLength(4);
});
