import { router } from './router';

/** Longest wait for an idle moment. */
const IDLE_WITHIN_MS = 1000;

const show = (): void => {
  document.documentElement.dataset.typeface = '';
};

/** Asks for the typeface once the first page stands and the browser is idle: nothing waits for it. */
export function loadTypefaceLater(): void {
  const stop = router.subscribe('onRendered', () => {
    stop();
    // Not in Safari.
    if ('requestIdleCallback' in globalThis) requestIdleCallback(show, { timeout: IDLE_WITHIN_MS });
    else setTimeout(show);
  });
}
