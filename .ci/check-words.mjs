#!/usr/bin/env node
// Checks doc comments and commit subjects against the conventions in CONTRIBUTING.md.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const LONGEST_SUBJECT = 72;
const ODD_START = /^(What|Who|Whom|Whose|The same)\b/;
const problems = [];

const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26, stdio: ['ignore', 'pipe', 'pipe'] });
const lines = (text) => text.split('\n').filter(Boolean);

/** The first lines of doc comments, each with its line number. */
function* firstLines(path, source) {
  const all = source.split('\n');
  // Rust: a run of `///` or `//!`.
  const marker = (line) => (path.endsWith('.rs') ? line?.match(/^\s*(\/\/\/|\/\/!)(?!\/)/)?.[1] : undefined);
  let mark;
  for (const [index, line] of all.entries()) {
    const before = mark;
    mark = marker(line);
    if (mark !== undefined && mark !== before) yield [index + 1, line.slice(line.indexOf(mark) + mark.length).trim()];
    if (!/^\s*\/\*\*(?!\*|\/)/.test(line)) continue;
    // A block that opens with an empty line starts on the next one.
    const opening = line.replace(/^\s*\/\*\*/, '').trim();
    if (opening !== '') yield [index + 1, opening];
    else yield [index + 2, (all[index + 1] ?? '').replace(/^\s*\*/, '').trim()];
  }
}

const checkComments = () => {
  const tracked = lines(git('ls-files', '*.rs', '*.ts', '*.tsx', '*.mjs'));
  const paths = tracked.filter((path) => existsSync(join(root, path)));
  // An empty result is an error, or a changed layout would pass unchecked.
  if (paths.length < 500) problems.push(`only ${paths.length} source files were found`);
  for (const path of paths) {
    for (const [line, text] of firstLines(path, readFileSync(join(root, path), 'utf8'))) {
      const word = text.match(ODD_START)?.[0];
      if (word) problems.push(`${path}:${line}: a doc comment starts with a noun or a verb, not with ${word}: ${text}`);
    }
  }
};

/** The remote default branch, if the clone has one. */
const remoteDefault = () => {
  for (const name of ['refs/remotes/origin/HEAD', 'refs/remotes/origin/main', 'refs/remotes/origin/master']) {
    try {
      return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`).trim();
    } catch {
      // Try the next name.
    }
  }
  return undefined;
};

/** Hash and subject of the commits to check: those not on the remote default branch, or else the last one. */
const commits = () => {
  const log = (...range) => lines(git('log', '--no-merges', '--format=%h %s', ...range));
  const base = remoteDefault();
  const own = base === undefined ? [] : log(`${base}..HEAD`);
  return own.length > 0 ? own : log('-1');
};

const checkSubjects = () => {
  for (const commit of commits()) {
    const [, hash, subject] = commit.match(/^(\S+) (.*)$/) ?? [];
    // In a shallow clone a merge commit has no parents, so that `--no-merges` keeps it.
    if (hash === undefined || /^Merge /.test(subject)) continue;
    if ([...subject].length > LONGEST_SUBJECT) {
      problems.push(`${hash}: the subject has more than ${LONGEST_SUBJECT} characters: ${subject}`);
    }
    if (subject.includes(';')) problems.push(`${hash}: the subject has a semicolon: ${subject}`);
  }
};

if (existsSync(join(root, '.git'))) {
  checkComments();
  checkSubjects();
  for (const problem of problems) console.error(problem);
  const failed = `words: ${problems.length} problems`;
  console.log(problems.length === 0 ? 'words: doc comments and commit subjects follow the conventions' : failed);
} else {
  console.log('words: not a git repository, nothing was checked');
}
process.exitCode = problems.length === 0 ? 0 : 1;
