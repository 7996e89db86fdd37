import { useSyncExternalStore } from 'react';

const subscribe = (changed: () => void) => {
  addEventListener('online', changed);
  addEventListener('offline', changed);
  return () => {
    removeEventListener('online', changed);
    removeEventListener('offline', changed);
  };
};

const isOnline = (): boolean => navigator.onLine;

/** Whether there is a connection, as far as the browser knows. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, isOnline, () => true);

/** Resolves once there is a connection; rejects if the signal is aborted first. */
export function lineIsBack(signal = new AbortController().signal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    if (isOnline()) return resolve();
    addEventListener('online', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
