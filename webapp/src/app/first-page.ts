import { insideRules } from '@/engine/load';
import { endFirstForm } from '@/lib/first-form';
import { firstPage, firstPageStands } from '@/lib/first-page';
import { router } from './router';

/** Longest wait for an idle moment. */
const IDLE_WITHIN_MS = 1000;

/** Until then the system font is used: nothing waits for the typeface. */
void firstPage.then(() => {
  document.documentElement.dataset.typeface = '';
});

/** Loads the rules inside while the visitor types. Pages that need them load them again, so a failure does not matter yet. */
void firstPage.then(insideRules).catch(() => undefined);

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
