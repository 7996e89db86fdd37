/** Messages from the service worker to the page. */
export type WorkerMessage =
  | { type: 'push'; title: string; body: string; link: string }
  | { type: 'open'; link: string }
  | { type: 'push-changed' };

type Hear = (message: WorkerMessage) => void;

const hearers = new Set<Hear>();
/** Messages that arrived before the parts that handle them were loaded. */
const waiting: WorkerMessage[] = [];

/** Receives the worker's messages from the start of the app. */
export function receiveWorkerMessages(): void {
  navigator.serviceWorker?.addEventListener(
    'message',
    ({ data }: MessageEvent<WorkerMessage | undefined>) => {
      if (!data) return;
      if (hearers.size === 0) waiting.push(data);
      for (const hear of hearers) hear(data);
    },
  );
}

/** Calls `hear` with each message, those that waited first, until the returned function is called. */
export function onWorkerMessage(hear: Hear): () => void {
  hearers.add(hear);
  for (const message of waiting.splice(0)) hear(message);
  return () => void hearers.delete(hear);
}
