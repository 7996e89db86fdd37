import { readStored, store } from './storage';
import { Watched } from './watched';

/** Whether balances are visible; 'no' hides them on every screen. */
export const visibility = new Watched(readStored('visibility') !== 'no');

export function toggleVisibility(): void {
  visibility.set(!visibility.get());
  store('visibility', visibility.get() ? 'yes' : 'no');
}
