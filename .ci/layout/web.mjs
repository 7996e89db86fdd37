// The layers of the web app.
import { files, problems, reportCycles } from './source.mjs';
import { webFileOf, webFiles, webImports } from './web-source.mjs';

// The web app: app → routes → features → payment → ui | api | engine | lib. Imports point to a lower rank or stay in
// the folder; the lowest four are one group; features do not import one another.
const webRank = { app: 4, routes: 3, features: 2, payment: 1, ui: 0, api: 0, engine: 0, lib: 0 };
const layerOf = (path) => path.match(/^webapp\/src\/([^/]+)\//)?.[1];
const featureOf = (path) => path.match(/^webapp\/src\/features\/([^/]+)\//)?.[1];
for (const path of files('webapp/src', ['.ts', '.tsx'])) {
  for (const [specifier, target] of webImports(path)) {
    const [from, to] = [layerOf(path), layerOf(`${target}/`)];
    if (from === 'features' && to === 'features' && featureOf(path) !== featureOf(`${target}/`)) {
      problems.push(`${path}: a feature imports another feature: ${specifier}`);
    }
    if (from !== to && webRank[to] >= webRank[from] && webRank[to] > 0) {
      problems.push(`${path}: ${from} imports upwards: ${specifier}`);
    }
  }
}

// No import cycles between files, except through a lazy `import()`.
const importedAtOnce = (path) => {
  const targets = webImports(path).filter(([, , isLater]) => !isLater);
  return new Set(targets.map(([, target]) => webFileOf(target)).filter(Boolean));
};
reportCycles(new Map([...webFiles].map((path) => [path, importedAtOnce(path)])));
