// Runs before the app's own scripts have arrived, so that what they request first is fetched together with them: all rules
// in a browser with a signed-in user, otherwise those of the screens before the sign-in (`src/engine/load.ts` decides
// the same way), and the brand unless a copy of it is stored (`src/api/configuration.ts`).
//
// The sign-in page has its form in it (`scripts/prerender.mjs`). This script shows it, in the theme and direction of the
// device, and starts the app, which takes over what was typed and pressed (`src/app/first-form.ts`).
const {
  entry,
  whole,
  app: scripts,
} = document.querySelector<HTMLScriptElement>('script[data-whole]')?.dataset ?? {};
const page = document.documentElement;
let hasFailed = false;

function preload(href: string, rel = 'preload'): void {
  const link = document.createElement('link');
  Object.assign(
    link,
    rel === 'preload' ? { rel, as: 'fetch', crossOrigin: '', href } : { rel, crossOrigin: '', href },
  );
  document.head.append(link);
}

let [hasSignedIn, hasBrand] = [false, false];
let [theme, direction]: (string | null)[] = [null, null];
try {
  hasSignedIn = localStorage.getItem('uuid') !== null;
  hasBrand = localStorage.getItem('app config') !== null;
  theme = localStorage.getItem('theme');
  direction = localStorage.getItem('view-mode');
} catch {
  // Without storage nobody is signed in after a reload.
}

function fetchFirst(): void {
  const rules = hasSignedIn ? whole : entry;
  if (rules) preload(rules);
  if (!hasBrand) preload('/api/app-configuration');
}

/** The first paint, which is not waited for longer than that. */
const painted = (): Promise<unknown> =>
  new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    setTimeout(resolve, 3000);
  });

const [app, ...others] = scripts?.split(' ') ?? [];
if (app === undefined) fetchFirst();
else {
  // What belongs on the page besides the form is for the app to say: why a sign-in with Google failed.
  const isShown = !hasSignedIn && !location.search;
  if (isShown) {
    // As `restoreView` in `src/ui/theme.ts`.
    const isDark = theme === 'dark' || (theme === null && matchMedia('(prefers-color-scheme: dark)').matches);
    page.dataset.theme = isDark ? 'dark' : 'light';
    page.dir = direction === 'rtl' ? 'rtl' : 'ltr';
    page.dataset.first = '';
    addEventListener('click', remember, true);
    for (const [type, state] of [
      ['pointerdown', 'held'],
      ['pointerup', ''],
      ['pointercancel', ''],
    ] as const)
      addEventListener(type, () => hold(state), true);
  }
  const start = () => {
    for (const script of others) preload(script, 'modulepreload');
    import(/* @vite-ignore */ app).catch(fail);
    fetchFirst();
  };
  // The form is fetched and painted first. A tab in the background paints nothing.
  if (isShown && !document.hidden) painted().then(start);
  else start();
}

function fail(): void {
  hasFailed = true;
}

/** Whether a finger is on the form: its click comes after it is lifted. */
function hold(state: '' | 'held'): void {
  if (page.dataset.first !== undefined) page.dataset.first = state;
}

/** A button of the form, before the app can act on it. Enter in a field presses the form's own. */
function remember(event: Event): void {
  if (page.dataset.first === undefined) return;
  const button = (event.target as Element).closest('#first button');
  if (!button) return;
  event.preventDefault();
  // The scripts did not arrive: the browser says why, or fetches them.
  if (hasFailed) location.reload();
  for (const other of document.querySelectorAll('#first [aria-busy]')) mark(other, 'false');
  mark(button, 'true');
}

function mark(button: Element, busy: string): void {
  for (const name of ['aria-busy', 'aria-disabled']) button.setAttribute(name, busy);
}

export {};
