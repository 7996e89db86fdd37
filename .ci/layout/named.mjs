// Names in documents and settings lead somewhere: settings of the server, files to mutate, tests of guarded writes.
import { files, isTest, problems, read, serverFiles, withoutTests } from './source.mjs';

// Sample settings for operators name only settings that the server reads (`NAME_FILE` stands for `NAME`), and every
// setting is documented.
const sources = serverFiles.filter((path) => !isTest(path));
const settings = new Set();
for (const path of sources) {
  const source = withoutTests(path);
  for (const [, name] of source.matchAll(/"(AJO_[A-Z_]*[A-Z])"/g)) settings.add(name);
}
const samples = ['Dockerfile', 'compose.yaml', ...files('docs/deploy', [''])];
for (const path of samples) {
  for (const [name] of read(path).matchAll(/\bAJO_[A-Z_]*[A-Z]\b/g)) {
    if (name === 'AJO_TOOLS' || settings.has(name) || settings.has(name.replace(/_FILE$/, ''))) continue;
    problems.push(`${path}: the server reads no setting ${name}`);
  }
}
const documented = read('docs/operations.md') + read('docs/providers.md');
for (const name of settings) {
  if (!documented.includes(`\`${name}\``)) problems.push(`docs/operations.md: the setting ${name} is missing`);
}

// The files that `make mutants` mutates. A moved file would silently drop out.
const mutated = read('.cargo/mutants.toml').match(/examine_globs = \[([^\]]*)\]/)?.[1] ?? '';
const globs = [...mutated.matchAll(/"([^"]+)"/g)].flatMap(([, glob]) => {
  const [, before, names, after] = glob.match(/^([^{]*)\{([^}]*)\}(.*)$/) ?? [];
  return names === undefined ? [glob] : names.split(',').map((name) => before + name + after);
});
if (globs.length === 0) problems.push('.cargo/mutants.toml: no examine_globs');
const rules = files('domain-core/src', ['.rs']);
for (const glob of globs) {
  const pattern = glob.replace(/[.]/g, '\\$&').replace(/\*\*\/|\*/g, (star) => (star === '*' ? '[^/]*' : '(.*/)?'));
  const whole = new RegExp(`^${pattern}$`);
  if (!rules.some((path) => whole.test(path))) problems.push(`.cargo/mutants.toml: no file is called ${glob}`);
}

// Each guarded write names its test that writes in between: a function, or a scenario of `on_both!`.
const guarded = 'docs/check-and-write.md';
const tests = new Set();
for (const path of files('backend', ['.rs'])) {
  const source = read(path);
  const marked = source.matchAll(/#\[(?:tokio::)?test(?:\([^\]]*\))?\]\s*(?:#\[[^\]]*\]\s*)*(?:async )?fn (\w+)\(/g);
  // The macro ends at its closing brace at the start of a line.
  const scenarios = [...source.matchAll(/^(?:crate::)?on_both! \{$([\s\S]*?)^\}$/gm)].flatMap(([, inside]) => [
    ...inside.matchAll(/^ {4}async fn (\w+)\(/gm),
  ]);
  for (const [, name] of [...marked, ...scenarios]) tests.add(name);
}
const rows = read(guarded).split('\n').filter((line) => line.startsWith('| '));
if (rows.length < 50) problems.push(`${guarded}: its table is not recognised`);
for (const row of rows.slice(1)) {
  const test = row.match(/\| `(\w+)` \|$/)?.[1];
  if (!tests.has(test)) problems.push(`${guarded}: no such test: ${row}`);
}
