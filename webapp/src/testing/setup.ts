import { readFileSync } from 'node:fs';
import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';
import { addLater, choose, modules } from '../engine/modules';

// The real rules, not a stub.
const first = modules.rules.initSync({ module: readFileSync('pkg/rules/rules_bg.wasm') });
await addLater(first, new WebAssembly.Module(readFileSync('pkg/rules/later.wasm')));
choose('rules');

// Tests of what runs in a worker have no window.
if ('window' in globalThis) {
  // Not stubbed, so that `vi.unstubAllGlobals` in a test keeps it.
  Object.assign(window, {
    matchMedia: (query: string) => ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
  });

  // This environment has no scroll position.
  window.scrollTo = () => undefined;
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;

  afterEach(() => {
    cleanup();
    localStorage.clear();
    sessionStorage.clear();
  });
}
