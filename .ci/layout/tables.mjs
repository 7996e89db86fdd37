// The owners of the database's tables.
import { files, isTest, problems, read, serverFiles, withoutTests } from './source.mjs';

// Each table belongs to the crate, or to the folder of a crate of several subjects, that its migration names. Only its
// owner writes to it, and only the listed ones read it: `-- owner: ledger, read by money`. A later migration adds readers
// with `-- reads: plans users`.
const owners = new Map();
for (const path of files('backend/migrations', ['.sql'])) {
  let owner;
  for (const line of read(path).split('\n')) {
    const named = line.match(/^-- owner: (\w+)(?:, read by ([\w, ]+))?$/);
    if (named) owner = { folder: named[1], readers: named[2]?.split(', ') ?? [] };
    const [, reader, known] = line.match(/^-- reads: (\w+) (\w+)$/) ?? [];
    if (reader) owners.get(known)?.readers.push(reader);
    const table = line.match(/^CREATE TABLE (?:IF NOT EXISTS )?(\w+)/)?.[1];
    if (!table) continue;
    if (!owner) problems.push(`${path}: the table ${table} names no owner`);
    if (!owners.has(table)) owners.set(table, owner);
    owner = undefined;
  }
}
/** The owner's name of a file: the crate of an area, or the folder in a crate of several. */
const ownerOf = (path) => {
  const [, crate, folder] = path.match(/^backend\/(\w+)\/src\/(\w+)/);
  return ['ground', 'service', 'server'].includes(crate) || folder === 'ledger' ? folder : crate;
};
for (const path of serverFiles) {
  if (isTest(path) || ownerOf(path) === 'db') continue;
  const source = withoutTests(path);
  for (const [statement, verb, table] of source.matchAll(/\b(DELETE FROM|FROM|JOIN|INTO|UPDATE)\s+(\w+)/g)) {
    const owner = owners.get(table);
    const folder = ownerOf(path);
    const mayRead = verb === 'FROM' || verb === 'JOIN' ? owner?.readers.includes(folder) : false;
    if (owner && owner.folder !== folder && !mayRead) {
      const line = source.slice(0, source.indexOf(statement)).split('\n').length;
      problems.push(`${path}:${line}: ${verb} ${table}: the table belongs to ${owner.folder}`);
    }
  }
}
