#!/usr/bin/env node
// Writes into the service worker which files it keeps on the device: all that a page needs, and not what is loaded for
// one purpose alone.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const kept = /\.(?:js|css|html|wasm|svg|woff2)$/;
/**
 * The password estimate weighs more than all the rest, and advises only people who are online, signing up. The sign-in page
 * with its form is for the first visit: from then on the app starts from the device.
 */
const left = /^sw\.js$|^login\.html$|estimate|^\.vite/;
const placeholder = 'self.__WB_MANIFEST';

const entries = readdirSync(dist, { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => kept.test(path) && !left.test(path))
  .sort()
  .map((path) => ({
    url: `/${path}`,
    // The name of a hashed file says what is in it.
    revision: path.startsWith('assets/')
      ? null
      : createHash('sha256')
          .update(readFileSync(join(dist, path)))
          .digest('hex')
          .slice(0, 16),
  }));

const worker = join(dist, 'sw.js');
const source = readFileSync(worker, 'utf8');
if (source.split(placeholder).length !== 2) throw new Error(`sw.js must name ${placeholder} once`);
writeFileSync(
  worker,
  source.replace(placeholder, () => JSON.stringify(entries)),
);
