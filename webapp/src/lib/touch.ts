import { useSyncExternalStore } from 'react';

/** A phone with room for the app's keypad; shorter pages have a keyboard over them, or are in landscape. */
const query = () => matchMedia('(pointer: coarse) and (min-height: 560px)');

const subscribe = (changed: () => void) => {
  const matched = query();
  matched.addEventListener('change', changed);
  return () => matched.removeEventListener('change', changed);
};

/** Whether figures are entered on the app's own keypad, so that the phone's keyboard covers nothing. */
export const useKeypad = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  );
