// The server's door: POST /api/rules/{rule}.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { refused } from './subset.mjs';

const startMs = 60_000;
const tooMany = 429;
const together = 8;
const shownLogChars = 2000;

export async function httpDoor(root) {
  const server = process.env.AJO_URL ? { url: process.env.AJO_URL } : await start(root);
  return {
    name: 'http',
    close: server.close,
    async answers(fixtures) {
      const answers = new Array(fixtures.length);
      let next = 0;
      const worker = async () => {
        while (next < fixtures.length) {
          const index = next++;
          answers[index] = await ask(server.url, fixtures[index]);
        }
      };
      await Promise.all(Array.from({ length: together }, worker));
      return answers;
    },
  };
}

async function ask(url, { rule, input }) {
  for (;;) {
    const response = await fetch(new URL(`/api/rules/${encodeURIComponent(rule)}`, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: input,
    });
    if (response.status === tooMany) {
      await delay(1000 * Number(response.headers.get('retry-after') ?? 1));
      continue;
    }
    const body = await response.json();
    return response.ok ? body.data : refused(body);
  }
}

/** Starts the built server on a free port with an empty database. */
async function start(root) {
  const program = process.env.AJO_BACKEND_BIN ?? join(root, 'target/debug/backend');
  if (!existsSync(program))
    throw new Error(`no server to ask: set AJO_URL, or AJO_BACKEND_BIN (${program} is not there)`);
  const directory = mkdtempSync(join(tmpdir(), 'ajo-parity-'));
  const url = `http://127.0.0.1:${await freePort()}`;
  const settings = {
    AJO_ADDR: url.slice('http://'.length),
    AJO_DATABASE_URL: `sqlite:${join(directory, 'parity.sqlite')}`,
    AJO_RATE_LIMIT_FACTOR: '0',
    AJO_ENV: 'development',
  };
  const child = spawn(program, ['serve'], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      log = (log + chunk).slice(-shownLogChars);
    });
  }
  const close = () => {
    child.kill();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await ready(url, child, () => log);
  } catch (error) {
    close();
    throw error;
  }
  return { url, close };
}

async function ready(url, child, log) {
  const deadline = Date.now() + startMs;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`the server stopped: ${log()}`);
    const response = await fetch(new URL('/readyz', url)).catch(() => null);
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error(`the server did not start in ${startMs} ms: ${log()}`);
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
