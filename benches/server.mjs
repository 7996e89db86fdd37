// The measured server: a release build, on its own database, with rate limits raised.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const binary = process.env.AJO_BACKEND_BIN ?? 'target/release/backend';

export function createDatabase(within = tmpdir()) {
  const folder = mkdtempSync(join(within, 'ajo-bench-'));
  const path = join(folder, 'ajo.sqlite');
  return { folder, path, url: `sqlite:${path}` };
}

export const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

/** `settings` come last, so that they override the defaults. */
export async function startServer(databaseUrl, settings = {}, patienceMs = 30_000) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const folder = mkdtempSync(join(tmpdir(), 'ajo-bench-server-'));
  // Only the API is measured, so the app need not be built.
  const { AJO_WEBAPP_DIR: _, ...environment } = process.env;
  const child = spawn(binary, ['serve'], {
    cwd: folder,
    env: {
      ...environment,
      // As set by the image and the systemd unit.
      MALLOC_MMAP_THRESHOLD_: '131072',
      AJO_ADDR: `127.0.0.1:${port}`,
      AJO_DATABASE_URL: databaseUrl,
      AJO_RATE_LIMIT_FACTOR: '0',
      AJO_LOG_FILTER: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = new Promise((done) => child.once('exit', done));
  gone.then(() => rmSync(folder, { recursive: true, force: true }));
  const deadline = Date.now() + patienceMs;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
    const ready = await fetch(`${url}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (ready) break;
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`the server was not ready after ${patienceMs / 1000} s`);
    }
    await new Promise((done) => setTimeout(done, 10));
  }
  return {
    url,
    pid: child.pid,
    kill: () => child.kill('SIGKILL'),
    gone,
    stop: async () => {
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
