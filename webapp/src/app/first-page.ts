import { wholeRules } from '@/engine/load';
import { endFirstForm } from '@/lib/first-form';
import { firstPage, firstPageStands } from '@/lib/first-page';
import { router } from './router';

/** Longest wait for an idle moment. */
const IDLE_WITHIN_MS = 1000;

/** The system's font until then: nothing waits for the typeface. */
void firstPage.then(() => {
  document.documentElement.dataset.typeface = '';
});

/** All rules, while the visitor types. Pages that need them ask again, so a failure does not matter yet. */
void firstPage.then(wholeRules).catch(() => undefined);

/** To be called before the router renders. */
export function watchFirstPage(): void {
  const stop = router.subscribe('onRendered', () => {
    stop();
    endFirstForm();
    // Not in Safari.
    if ('requestIdleCallback' in globalThis)
      requestIdleCallback(firstPageStands, { timeout: IDLE_WITHIN_MS });
    else setTimeout(firstPageStands);
  });
}
