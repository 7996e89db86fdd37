import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Browser, Page } from 'playwright-core';
import { PNG } from 'pngjs';

const folder = fileURLToPath(new URL('../pixels/', import.meta.url));
const typeface = new URL('../../src/styles/typeface/plus-jakarta-sans.woff2', import.meta.url);

/**
 * Allowed share of differing pixels. The same browser draws identical pictures; this is less than a word or a button's
 * edge.
 */
const MOST = 0.0005;

/** The rendering of a machine. If it differs, so does every picture. */
type Drawing = { chromium: string; sample: string };

/** The browser's version, and the hash of its rendering of the typeface, a system font and a shadow. */
export async function drawingOf(browser: Browser): Promise<Drawing> {
  const page = await browser.newPage({ viewport: { width: 320, height: 160 } });
  const font = readFileSync(typeface).toString('base64');
  await page.setContent(`<style>
    @font-face { font-family: Ours; src: url(data:font/woff2;base64,${font}); font-weight: 400 700 }
    p { margin: 8px; padding: 8px; border-radius: 12px; box-shadow: 0 6px 20px rgb(16 32 22 / 0.2); font: 600 17px Ours }
    p + p { font: 500 15px ui-sans-serif, system-ui, sans-serif; color: oklch(0.5 0.1 160) }
  </style><p>₦203,480.00 to Ọláńrewájú</p><p>Whose account is it? • 0123456789</p>`);
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot();
  await page.close();
  const { data } = PNG.sync.read(picture);
  return {
    chromium: browser.version(),
    sample: createHash('sha256').update(data).digest('hex').slice(0, 16),
  };
}

/** Releases within a major version are security fixes. If one draws text or shadows differently, the sample shows it. */
const major = (version: string) => version.split('.')[0];

/** The reason why this machine's pictures cannot be compared with the stored ones; null if they can. */
export function incomparable(here: Drawing): string | null {
  const kept: Drawing = JSON.parse(readFileSync(`${folder}made-with.json`, 'utf8'));
  if (major(kept.chromium) !== major(here.chromium))
    return `the kept pictures are of Chromium ${kept.chromium}, this is ${here.chromium}: make pixels renews them`;
  if (kept.sample !== here.sample)
    return 'this machine draws text in another way than the one that the kept pictures are of: make pixels renews them';
  return null;
}

export const renewing = process.env.PIXELS === 'renew';

export function keepDrawing(here: Drawing): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}made-with.json`, `${JSON.stringify(here, null, 2)}\n`);
}

/** Compares a page with its stored picture, or stores it. Returns the problem, or null. */
export async function compared(page: Page, name: string): Promise<string | null> {
  const path = `${folder}${name}.png`;
  const picture = await page.screenshot({ animations: 'disabled', caret: 'hide', scale: 'css' });
  if (renewing) {
    writeFileSync(path, picture);
    return null;
  }
  if (!existsSync(path)) return `${name}: no picture is kept; make pixels`;
  const [kept, now] = [PNG.sync.read(readFileSync(path)), PNG.sync.read(picture)];
  const { width, height } = kept;
  if (now.width !== width || now.height !== height)
    return `${name}: ${now.width} by ${now.height} pixels, was ${width} by ${height}`;
  const marked = new PNG({ width, height });
  const share = pixelmatch(kept.data, now.data, marked.data, width, height) / (width * height);
  if (share <= MOST) return null;
  const evidence = process.env.E2E_EVIDENCE;
  if (evidence) {
    mkdirSync(evidence, { recursive: true });
    writeFileSync(`${evidence}/pixels-${name}.png`, picture);
    writeFileSync(`${evidence}/pixels-${name}-marked.png`, PNG.sync.write(marked));
  }
  return `${name}: ${(share * 100).toFixed(2)} % of its pixels differ`;
}
