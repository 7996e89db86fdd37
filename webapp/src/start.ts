// Runs before the app's own scripts have arrived, so that what they request first is fetched together with them: all rules
// in a browser with a signed-in user, otherwise those of the screens before the sign-in (`src/engine/load.ts` decides
// the same way), and the brand unless a copy of it is stored (`src/api/configuration.ts`).
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
