// The rules and the server: what the manifests of the crates and the compiler do not say.
import { relative } from 'node:path';
import { files, forbid, isTest, named, problems, read, reportCycles, serverFiles, withoutTests } from './source.mjs';

const areas = ['identity', 'wallet', 'bills', 'plans', 'signals', 'community'];

// The rules: no clock, no I/O, no server, no browser.
for (const path of files('domain-core/src', ['.rs'])) {
  if (/(^|\/)tests(\.rs$|\/)/.test(path)) continue;
  forbid(
    path,
    /\b(tokio|sqlx|axum|js_sys|web_sys)::|\bstd::(time|fs|env|net|process|thread)\b/,
    'a rule knows no clock, no I/O, no host',
  );
  const area = path.match(/^domain-core\/src\/(\w+)/)?.[1];
  if (/^(lib|catalogue)$/.test(area)) continue;
  for (const [name, line] of named(read(path))) {
    const [from, target] = name.split('::');
    if (from !== 'crate' || target === area || ![...areas, 'settings'].includes(target)) continue;
    problems.push(`${path}:${line}: an area imports ground, never another area: ${name}`);
  }
}

// The server's areas: a change in one compiles no other.
for (const area of areas) {
  for (const [, name] of read(`backend/${area}/Cargo.toml`).matchAll(/^(\w+)\.workspace/gm)) {
    if (areas.includes(name)) problems.push(`backend/${area}/Cargo.toml: an area depends on no other area: ${name}`);
  }
}

// No import cycles between the files of a crate, except through a folder's own mod.rs.

/** Files of a crate and their imports, excluding modules that declare others. */
const rustImports = (src) => {
  const paths = files(src, ['.rs']).filter((path) => !isTest(path));
  const moduleOf = (path) =>
    relative(src, path).replace(/\.rs$/, '').split('/').filter((name) => !/^(mod|lib|main)$/.test(name));
  const sources = new Map(paths.map((path) => [path, withoutTests(path)]));
  const byModule = new Map(paths.map((path) => [moduleOf(path).join('::'), path]));
  const isFolder = (path) => /(^|\/)(mod|lib|main)\.rs$/.test(path) || /^\s*(pub(\(.*?\))? )?mod \w+;/m.test(sources.get(path));
  const fileOf = (segments) => {
    for (let length = segments.length; length > 0; length -= 1) {
      const file = byModule.get(segments.slice(0, length).join('::'));
      if (file) return file;
    }
    return undefined;
  };
  const imports = new Map();
  for (const [path, source] of sources) {
    if (isFolder(path)) continue;
    const own = moduleOf(path);
    const targets = named(source)
      .map(([name]) => {
        const [first, ...rest] = name.split('::');
        if (first === 'crate') return fileOf(rest);
        const up = rest.findIndex((segment) => segment !== 'super');
        const above = first === 'self' ? own : own.slice(0, -1 - Math.max(up, 0));
        return fileOf([...above, ...(first === 'self' ? rest : rest.slice(Math.max(up, 0)))]);
      })
      .filter((target) => target && target !== path && !isFolder(target));
    imports.set(path, new Set(targets));
  }
  return imports;
};
for (const crate of new Set(serverFiles.map((path) => path.split('/')[1]))) {
  reportCycles(rustImports(`backend/${crate}/src`));
}
reportCycles(rustImports('domain-core/src'));
