import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';
import { binary, databaseUrl, runProgram } from './program';
import { within } from './within';

const webapp = resolve(fileURLToPath(new URL('../..', import.meta.url)));
export const builtWebapp = process.env.AJO_WEBAPP_DIR ?? resolve(webapp, 'dist');

/** The real server, on its own port and database. */
export type Server = {
  /** Origin, without a slash at the end. */
  url: string;
  port: number;
  /** The server's log so far. */
  log: () => string;
  /** Shuts it down as an operator would, and waits until it has exited. */
  stop: () => Promise<void>;
  /** Kills it, as a power cut would. */
  kill: () => Promise<void>;
  /** Starts it again on the same database and port. */
  restart: () => Promise<void>;
  /** Runs one of the program's commands on its database, as an operator would; returns its output. */
  run: (...words: string[]) => string;
  /** Removes its files. */
  remove: () => void;
};

export async function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer();
    probe.once('error', fail);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? done(address.port) : fail(new Error('no port')),
      );
    });
  });
}

/** A server on a copy of the seeded database. */
export async function startServer(env: Record<string, string> = {}): Promise<Server> {
  if (!existsSync(join(builtWebapp, 'index.html')))
    throw new Error(`no web app in ${builtWebapp}: make web, or set AJO_WEBAPP_DIR`);
  const folder = mkdtempSync(join(tmpdir(), 'ajo-e2e-'));
  cpSync(inject('seeded'), folder, { recursive: true });
  const logFile = join(folder, 'server.log');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;

  const log = () => (existsSync(logFile) ? readFileSync(logFile, 'utf8') : '');

  const settings = {
    PATH: process.env.PATH,
    HOME: folder,
    RUST_BACKTRACE: '1',
    AJO_ADDR: `127.0.0.1:${port}`,
    AJO_DATABASE_URL: databaseUrl(folder),
    AJO_WEBAPP_DIR: builtWebapp,
    // All users of a journey share one IP address.
    AJO_RATE_LIMIT_FACTOR: '20',
    ...env,
  };
  const run = (...words: string[]) => runProgram(words, folder, settings);

  async function start(): Promise<void> {
    const output = createWriteStream(logFile, { flags: 'a' });
    const started = spawn(binary, ['serve'], {
      cwd: folder,
      env: settings,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    started.stdout?.pipe(output, { end: false });
    started.stderr?.pipe(output, { end: false });
    child = started;
    await ready(url, started, log);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ending = child;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const gone = new Promise<void>((done) => ending.once('exit', () => done()));
    ending.kill(signal);
    const guard = setTimeout(() => ending.kill('SIGKILL'), 15_000);
    await within('the server', gone);
    clearTimeout(guard);
  }

  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await start();
  } catch (error) {
    await end('SIGKILL');
    remove();
    throw error;
  }
  return {
    url,
    port,
    log,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    restart: start,
    run,
    remove,
  };
}

async function ready(url: string, child: ChildProcess, log: () => string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${log()}`);
    try {
      const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) });
      if (answer.ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`the server was not ready after a minute:\n${log()}`);
}
