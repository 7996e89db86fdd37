// Runs before the app's own scripts have arrived, so that what they ask for first is fetched together with them. All rules
// where somebody has signed in, otherwise those of the screens before the sign-in: `src/engine/load.ts` decides the same
// way. The brand where no copy of it is kept, as `src/api/configuration.ts` does.
const { entry, whole } = document.querySelector<HTMLScriptElement>('script[data-whole]')?.dataset ?? {};

function preload(href: string): void {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'preload', as: 'fetch', crossOrigin: '', href });
  document.head.append(link);
}

let [hasSignedIn, hasBrand] = [false, false];
try {
  hasSignedIn = localStorage.getItem('uuid') !== null;
  hasBrand = localStorage.getItem('app config') !== null;
} catch {
  // Without storage nobody is signed in after a reload.
}

const rules = hasSignedIn ? whole : entry;
if (rules) preload(rules);
if (!hasBrand) preload('/api/app-configuration');

export {};
