// Sources of the web app and their imports.
import { dirname, relative, resolve } from 'node:path';
import { files, read, root } from './source.mjs';

/** The imports of a file: as written, as a path from the root, and whether by `import()`. */
export const webImports = (path) => {
  const source = read(path);
  return [...source.matchAll(/(?:from|import)\s*(\()?\s*['"]([^'"]+)['"]/g)].map(([, call, specifier]) => [
    specifier,
    specifier.startsWith('.')
      ? relative(root, resolve(root, dirname(path), specifier))
      : specifier.replace(/^[@~#]\//, 'webapp/src/'),
    call !== undefined,
  ]);
};

export const webFiles = new Set(files('webapp/src', ['.ts', '.tsx']));
/** The file that a path without its ending refers to. */
export const webFileOf = (target) =>
  [target, `${target}.ts`, `${target}.tsx`, `${target}/index.ts`].find((path) => webFiles.has(path));
