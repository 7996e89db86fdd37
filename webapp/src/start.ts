// Runs before the app's own scripts have arrived, so that their first requests are sent together with them: the rules
// inside in a browser with a signed-in user, otherwise those of the screens before the sign-in (`src/engine/load.ts` decides
// the same way), and the brand unless a copy is stored (`src/api/configuration.ts`).
//
// The sign-in page is prerendered with its form (`scripts/prerender.mjs`). This script shows it, in the device's theme
// and direction, and starts the app, which takes over typed values and presses (`src/lib/first-form.ts`).
const {
  entry,
  rules,
  app: scripts,
} = document.querySelector<HTMLScriptElement>('script[data-rules]')?.dataset ?? {};
const page = document.documentElement;
let hasFailed = false;

function fetchEarly(href: string, how: { rel: 'preload'; as: 'fetch' } | { rel: 'modulepreload' }): void {
  const link = document.createElement('link');
  Object.assign(link, how, { crossOrigin: '', href });
  document.head.append(link);
}

let [hasSignedIn, hasBrand, isGreeted] = [false, false, false];
let [theme, direction]: (string | null)[] = [null, null];
try {
  hasSignedIn = localStorage.getItem('uuid') !== null;
  hasBrand = localStorage.getItem('app config') !== null;
  isGreeted = localStorage.getItem('last person') !== null;
  theme = localStorage.getItem('theme');
  direction = localStorage.getItem('view-mode');
} catch {
  // Without storage there is no session after a reload.
}

/** The app's first requests. */
function fetchData(): void {
  const module = hasSignedIn ? rules : entry;
  if (module) fetchEarly(module, { rel: 'preload', as: 'fetch' });
  if (!hasBrand) fetchEarly('/api/app-configuration', { rel: 'preload', as: 'fetch' });
}

/** The app starts without a paint after this time: a browser may report none. */
const LONGEST_WAIT_MS = 3000;

const painted = (): Promise<unknown> =>
  new Promise((resolve) => {
    setTimeout(resolve, LONGEST_WAIT_MS);
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
  });

/** Resolves once the page is parsed, with the app's root element: an import does not wait for it. */
const parsed = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', resolve, { once: true });
    else resolve(undefined);
  });

const [app, ...others] = scripts?.split(' ') ?? [];
if (app === undefined) {
  // With everything in the cache the app may run before this script does.
  if (page.dataset.started === undefined) fetchData();
} else {
  // The app decides about other content, such as a greeting, or the reason why a sign-in with Google failed.
  const isShown = !hasSignedIn && !isGreeted && !location.search;
  if (isShown) {
    // Like `restoreView` in `src/ui/theme.ts`.
    const isDark = theme === 'dark' || (theme === null && matchMedia('(prefers-color-scheme: dark)').matches);
    page.dataset.theme = isDark ? 'dark' : 'light';
    page.dir = direction === 'rtl' ? 'rtl' : 'ltr';
    page.dataset.first = '';
    addEventListener('click', remember, true);
    // Typing on cancels a press.
    addEventListener('input', () => press(null), true);
  }
  const start = () => {
    for (const script of others) fetchEarly(script, { rel: 'modulepreload' });
    parsed()
      .then(() => import(/* @vite-ignore */ app))
      .catch(fail);
    fetchData();
  };
  // The form is fetched and painted first. A background tab paints nothing.
  if (isShown && !document.hidden) painted().then(start, start);
  else start();
}

/** Reports that the app did not start, and loads it again at the next press. */
function fail(error: unknown): void {
  hasFailed = true;
  reportError(error);
  const message = document.querySelector('#first [role="alert"]');
  if (message)
    message.textContent = 'The app did not load completely. Please check your connection and try again.';
  press(null);
}

/**
 * Records a press of a button or link in the form before the app can handle it. Enter in a field presses the form's
 * submit button.
 */
function remember(event: MouseEvent): void {
  const pressed =
    page.dataset.first === undefined ? null : (event.target as Element).closest('#first :is(a, button)');
  // Links work without the app; the app keeps what was typed.
  if (!pressed || ((hasFailed || event.ctrlKey || event.metaKey || event.shiftKey) && pressed.matches('a')))
    return;
  event.preventDefault();
  if (hasFailed) location.reload();
  press(pressed);
}

/** Marks the control that the app is to press, and no other. */
function press(pressed: Element | null): void {
  if (page.dataset.first === undefined) return;
  for (const one of document.querySelectorAll('#first :is(a, button)'))
    for (const name of ['aria-busy', 'aria-disabled']) {
      if (one === pressed) one.setAttribute(name, 'true');
      else one.removeAttribute(name);
    }
}

export {};
