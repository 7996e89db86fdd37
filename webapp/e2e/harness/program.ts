import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const repository = resolve(fileURLToPath(new URL('../../..', import.meta.url)));

/** The program under test. */
export const binary = process.env.AJO_BACKEND_BIN ?? resolve(repository, 'target/debug/backend');

/** The URL of a folder's database. Its secret is stored beside it. */
export const databaseUrl = (folder: string): string => `sqlite:${join(folder, 'ajo.sqlite')}`;

/** Runs one of the program's commands and returns its output. */
export function runProgram(words: string[], folder: string, env: Record<string, string | undefined>): string {
  if (!existsSync(binary)) throw new Error(`no server at ${binary}: make server, or set AJO_BACKEND_BIN`);
  const done = spawnSync(binary, words, {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
    encoding: 'utf8',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  if (done.error) throw new Error(`${words.join(' ')}: ${done.error.message}`);
  if (done.status !== 0) throw new Error(`${words.join(' ')} failed:\n${done.stdout}${done.stderr}`);
  return done.stdout;
}
