import { readFileSync } from 'node:fs';
import { cleanup } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { initSync } from '../../pkg/rules/rules.js';

// The rules as they are shipped, not a stand-in.
initSync({ module: readFileSync('pkg/rules/rules_bg.wasm') });

vi.stubGlobal('matchMedia', (query: string) => ({
  matches: false,
  media: query,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
}));

// The router keeps the scroll position; the page here has none.
window.scrollTo = () => undefined;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});
