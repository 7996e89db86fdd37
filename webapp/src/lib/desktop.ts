import { useSyncExternalStore } from 'react';

/** As wide as the style sheets' `lg`. */
const query = () => matchMedia('(width >= 64rem)');

const subscribe = (changed: () => void) => {
  const matched = query();
  matched.addEventListener('change', changed);
  return () => matched.removeEventListener('change', changed);
};

/** Whether a page has room for a list and one of its entries side by side. */
export const useDesktop = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => query().matches,
    () => false,
  );
