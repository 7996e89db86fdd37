#!/usr/bin/env node
// Writes the list of files that the service worker caches: everything that pages need, without files for a single
// purpose.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const kept = /\.(?:js|css|html|wasm|svg|woff2)$/;
/**
 * The archive's module is for programs. The password estimate is larger than everything else, and only advises people signing up online. The prerendered
 * sign-in page is for the first visit: from then on the app starts from the cache.
 */
const left = /^sw\.js$|^login\.html$|estimate|^check\/|^\.vite/;
const placeholder = 'self.__WB_MANIFEST';

const entries = readdirSync(dist, { recursive: true })
  .map((path) => String(path).replaceAll('\\', '/'))
  .filter((path) => kept.test(path) && !left.test(path))
  .sort()
  .map((path) => ({
    url: `/${path}`,
    // A hashed file name identifies the contents.
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
