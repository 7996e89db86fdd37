import { useSyncExternalStore } from 'react';

/** Room for a list and a page side by side, beside the menu. */
const query = () => matchMedia('(min-width: 64rem)');

const subscribe = (look: () => void) => {
  const found = query();
  found.addEventListener('change', look);
  return () => found.removeEventListener('change', look);
};

/** Whether the window has room for a list and a page side by side. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
