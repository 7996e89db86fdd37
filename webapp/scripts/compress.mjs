#!/usr/bin/env node
// Compresses the built files once, at the highest setting, so that the server never has to.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const compressible = /\.(?:js|css|html|wasm|svg|json|webmanifest|txt|map)$/;
/** Smaller files would cost more in headers than they save. */
const worthwhileBytes = 1_000;

const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  });

/** Browsers accept brotli over TLS only; many proxies and tools support only gzip. */
const ways = { br: brotli, gz: (bytes) => gzipSync(bytes, { level: 9 }) };

for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !compressible.test(entry.name)) continue;
  const path = join(entry.parentPath ?? entry.path, entry.name);
  for (const suffix of Object.keys(ways)) rmSync(`${path}.${suffix}`, { force: true });
  if (statSync(path).size < worthwhileBytes) continue;
  const bytes = readFileSync(path);
  for (const [suffix, compress] of Object.entries(ways)) {
    const compressed = compress(bytes);
    if (compressed.length < bytes.length) writeFileSync(`${path}.${suffix}`, compressed);
  }
}
