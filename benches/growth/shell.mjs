// A database's own shell, kept open: temporary tables last from one statement to the next.
import { spawn, spawnSync } from 'node:child_process';
import { dirname } from 'node:path';

const MARK = '-- done --';
const isPostgres = (url) => url.startsWith('postgres');
const pathOf = (url) => url.replace(/^sqlite:/, '');

const commandOf = (url) =>
  isPostgres(url)
    ? ['psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', url]]
    : ['sqlite3', ['-bail', '-batch', pathOf(url)]];

/** `run` resolves with the output of its statements, and rejects if one fails or takes longer than `mostSeconds`. */
export function openShell(url, mostSeconds) {
  const [command, args] = commandOf(url);
  // Temporary tables go where there is room for the database.
  const env = { ...process.env, ...(isPostgres(url) ? {} : { SQLITE_TMPDIR: dirname(pathOf(url)) }) };
  const child = spawn(command, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.on('error', () => undefined);
  let text = '';
  let told = () => undefined;
  child.stdout.on('data', (part) => {
    text += part;
    if (text.includes(MARK)) told();
  });
  const ended = new Promise((_, fail) => {
    child.once('error', () => fail(new Error(`${command} is missing`)));
    child.once('exit', (code) => fail(new Error(`${command} ended with ${code}`)));
  });
  ended.catch(() => undefined);
  return {
    engine: isPostgres(url) ? 'postgres' : 'sqlite',
    async run(sql) {
      text = '';
      const late = setTimeout(() => child.kill('SIGKILL'), mostSeconds * 1000);
      const done = new Promise((resolve) => {
        told = resolve;
      });
      child.stdin.write(`${sql};\nSELECT '${MARK}';\n`);
      await Promise.race([done, ended]).finally(() => clearTimeout(late));
      return text.slice(0, text.indexOf(MARK)).trim();
    },
    close: () => {
      child.stdin.end();
      return ended.catch(() => undefined);
    },
  };
}

/** The output of statements in a shell of their own. */
export function query(url, sql) {
  const [command, args] = commandOf(url);
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    input: `${sql};\n`,
    encoding: 'utf8',
  });
  if (error || status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`);
  return stdout.trim();
}
