import { useSyncExternalStore } from 'react';

/** A phone with room for a keypad of ours; a short page has a keyboard over it, or lies on its side. */
const query = () => matchMedia('(pointer: coarse) and (min-height: 560px)');

const subscribe = (changed: () => void) => {
  const matched = query();
  matched.addEventListener('change', changed);
  return () => matched.removeEventListener('change', changed);
};

/** Whether figures are entered on our own keypad, so that the phone's keyboard covers nothing. */
export const useKeypad = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  );
