import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';

/** The folder that gathers what the journeys see: pages, calls and texts. `make seen` compares it with what there is. */
const folder = process.env.E2E_SEEN;

/** Keeps every line that is visible at any moment, however briefly. */
function gather(): void {
  if (!location.protocol.startsWith('http') || self.origin === 'null') return;
  const told = new Set<string>();
  const look = () => {
    if (!document.body) return;
    // biome-ignore lint/performance/useDomNodeTextContent: only what is visible counts
    const lines = document.body.innerText.split('\n');
    for (const element of document.querySelectorAll('[aria-label],[placeholder],[alt],[title]'))
      for (const name of ['aria-label', 'placeholder', 'alt', 'title'])
        lines.push(element.getAttribute(name) ?? '');
    const fresh = lines.map((line) => line.trim()).filter((line) => line && !told.has(line));
    if (fresh.length === 0) return;
    for (const line of fresh) told.add(line);
    (window as unknown as { seenTexts: (texts: string[]) => void }).seenTexts(fresh);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Writes down what is visited, called and read in a context, where E2E_SEEN names a folder. */
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
  context.on('page', (page) =>
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) keep('page', new URL(frame.url(), 'http://none').pathname);
    }),
  );
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/api/') && response.status() < 400)
      keep('call', `${response.request().method()} ${pathname}`);
  });
  await context.exposeBinding('seenTexts', (_, texts: string[]) => {
    for (const text of texts) keep('text', text);
  });
  await context.addInitScript(gather);
}
