// Runs before the app's own scripts have arrived, so that the rules are fetched together with them: all rules where
// somebody has signed in, otherwise those of the screens before the sign-in. `src/engine/load.ts` decides the same way.
const { entry, whole } = document.querySelector<HTMLScriptElement>('script[data-whole]')?.dataset ?? {};

let hasSignedIn = false;
try {
  hasSignedIn = localStorage.getItem('uuid') !== null;
} catch {
  // Without storage nobody is signed in after a reload.
}

const href = hasSignedIn ? whole : entry;
if (href) {
  const preload = document.createElement('link');
  Object.assign(preload, { rel: 'preload', as: 'fetch', type: 'application/wasm', crossOrigin: '', href });
  document.head.append(preload);
}

export {};
