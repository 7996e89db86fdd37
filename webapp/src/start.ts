// Runs before the app's own scripts have arrived, so that their first requests are sent together with them: the rules
// inside in a browser with a signed-in user, otherwise those of the screens before the sign-in (`src/engine/load.ts` decides
// the same way), and the brand unless a copy is stored (`src/api/configuration.ts`).
//
// The sign-in page is prerendered with its form, and the pages inside with their header, footer and the frame of their
// content (`scripts/prerender.mjs`). This script shows them, in the device's theme and direction, and starts the app,
// which takes over typed values and presses (`src/lib/first-form.ts`).
const {
  entry,
  rules,
  app: scripts,
  // The first folders of the pages inside, and the scripts that they need; absent on the sign-in page.
  inside,
  shell,
} = document.querySelector<HTMLScriptElement>('script[data-rules]')?.dataset ?? {};
const page = document.documentElement;
let hasFailed = false;

interface Brand {
  name: string;
  logo: string;
  colours: Partial<Record<string, Record<string, string>>>;
}

function fetchEarly(href: string, how: { rel: 'preload'; as: 'fetch' } | { rel: 'modulepreload' }): void {
  const link = document.createElement('link');
  Object.assign(link, how, { crossOrigin: '', href });
  document.head.append(link);
}

let [hasSignedIn, hasBrand, isGreeted] = [false, false, false];
let [theme, direction]: (string | null)[] = [null, null];
/** The brand as the app last painted it here. */
let brand: Brand | null = null;
try {
  hasSignedIn = localStorage.getItem('uuid') !== null;
  const [known, colours] = [localStorage.getItem('app config'), localStorage.getItem('brand colours')];
  hasBrand = known !== null;
  isGreeted = localStorage.getItem('last person') !== null;
  if (known && colours) brand = { ...JSON.parse(known), colours: JSON.parse(colours) };
  theme = localStorage.getItem('theme');
  direction = localStorage.getItem('view-mode');
} catch {
  // Without storage there is no session after a reload, and without a readable brand no frame.
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

/** Like `restoreView` in `src/ui/theme.ts`. */
function show(first: '' | 'home' | 'page'): void {
  const isDark = theme === 'dark' || (theme === null && matchMedia('(prefers-color-scheme: dark)').matches);
  page.dataset.theme = isDark ? 'dark' : 'light';
  page.dir = direction === 'rtl' ? 'rtl' : 'ltr';
  page.dataset.first = first;
  addEventListener('click', remember, true);
  // Typing on cancels a press.
  addEventListener('input', () => press(null), true);
}

/** Gives the frame of the pages inside the brand's colours, name and logo. */
function paint({ name, logo, colours }: Brand): void {
  for (const [property, colour] of Object.entries(colours[page.dataset.theme ?? ''] ?? {}))
    page.style.setProperty(property, colour);
  void parsed().then(() => {
    for (const image of document.querySelectorAll<HTMLImageElement>('#first img[data-logo]'))
      image.src = logo;
    for (const text of document.querySelectorAll('#first [data-name]')) text.textContent = name;
  });
}

const [app = '', ...others] = scripts?.split(' ') ?? [];
const [, folder = ''] = location.pathname.split('/');
// The app decides about other content, such as a greeting, or the reason why a sign-in with Google failed.
const hasForm = inside === undefined && !hasSignedIn && !isGreeted && !location.search;
const hasFrame = hasSignedIn && brand !== null && inside?.split(' ').includes(folder);
if (hasForm) show('');
if (hasFrame && brand) {
  show(folder === 'dashboard' ? 'home' : 'page');
  paint(brand);
}
const start = () => {
  for (const script of [...others, ...(hasSignedIn ? (shell?.split(' ') ?? []) : [])])
    fetchEarly(script, { rel: 'modulepreload' });
  parsed()
    .then(() => import(/* @vite-ignore */ app))
    .catch(fail);
  fetchData();
};
// The form or frame is fetched and painted first. A background tab paints nothing.
if ((hasForm || hasFrame) && !document.hidden) painted().then(start, start);
else start();

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
