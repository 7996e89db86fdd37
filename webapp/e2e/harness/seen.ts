import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

/**
 * The folder that collects the pages, calls and texts seen by the journeys. `make seen` compares it with the product's.
 */
const folder = process.env.E2E_SEEN;

const sweeps = new WeakSet<BrowserContext>();

/** Excludes a context's later pages from those seen: the journey opens every address. */
export const sweep = (context: BrowserContext): void => void sweeps.add(context);

interface Bindings {
  seenTexts: (texts: string[]) => void;
  seenPage: (path: string) => void;
}

/**
 * Reports every line that is visible at any moment, however briefly, and the address of every page that has settled.
 */
function gather(): void {
  if (!location.protocol.startsWith('http') || self.origin === 'null') return;
  const { seenTexts, seenPage } = window as unknown as Bindings;
  const reported = new Set<string>();
  /** How long its heading must be shown, with nothing loading. */
  const SETTLED_MS = 200;
  let path = '';
  let since = 0;
  const settle = () => {
    const stands =
      document.querySelector('h1')?.checkVisibility() === true &&
      document.querySelector('[data-waiting]') === null;
    if (!stands || location.pathname !== path) since = performance.now();
    path = location.pathname;
    if (stands && performance.now() - since >= SETTLED_MS) seenPage(path);
    setTimeout(settle, SETTLED_MS / 2);
  };
  if (window === top) settle();
  const look = () => {
    if (!document.body) return;
    // biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts
    const lines = document.body.innerText.split('\n');
    for (const element of document.querySelectorAll('[aria-label],[placeholder],[alt],[title]'))
      for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
        lines.push(element.getAttribute(name) ?? '');
    const fresh = lines.map((line) => line.trim()).filter((line) => line && !reported.has(line));
    if (fresh.length === 0) return;
    for (const line of fresh) reported.add(line);
    seenTexts(fresh);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Records the pages, calls and texts of a context if E2E_SEEN names a folder. */
export async function keepSeen(context: BrowserContext): Promise<void> {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${process.pid}.jsonl`);
  const known = new Set<string>();
  const keep = (kind: 'page' | 'call' | 'text', value: string) => {
    const line = JSON.stringify([kind, value]);
    if (known.has(line)) return;
    known.add(line);
    appendFileSync(file, `${line}\n`);
  };
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && response.status() < 400)
      keep('call', `${response.request().method()} ${pathname}`);
  });
  await context.exposeBinding('seenPage', (_, path: string) => {
    if (!sweeps.has(context)) keep('page', path);
  });
  await context.exposeBinding('seenTexts', (_, texts: string[]) => {
    for (const text of texts) keep('text', text);
  });
  await context.addInitScript(gather);
}
