import { useSyncExternalStore } from 'react';
import type { Watched } from './watched';

/** The current value; the same while the build prerenders a page. */
export const useWatched = <T>(watched: Watched<T>): T =>
  useSyncExternalStore(watched.subscribe, watched.get, watched.get);
