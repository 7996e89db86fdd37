// The commands of `benches/load`, a program in Rust: a load client in Node would take as much of the machine as the server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const binary = process.env.AJO_LOAD_BIN ?? 'target/release/bench-load';

/** Runs a program and returns its output. */
export async function output(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  const parts = { stdout: [], stderr: [] };
  for (const [name, list] of Object.entries(parts)) child[name].on('data', (part) => list.push(part));
  const [code] = await once(child, 'close');
  const text = (list) => Buffer.concat(list).toString();
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${text(parts.stderr)}`);
  return text(parts.stdout);
}

async function withFile(text, act) {
  const folder = mkdtempSync(join(tmpdir(), 'ajo-load-'));
  try {
    const file = join(folder, 'file');
    writeFileSync(file, text);
    return JSON.parse(await act(file));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Sends requests ({ method, path, headers, body, connection, … }): each connection its own, or the next of those that name
 * no connection, one after the other; or, with a rate a second, each when it is due.
 */
export const load = ({ url, requests, connections, seconds, rate }) =>
  withFile(requests.map((request) => JSON.stringify(request)).join('\n'), (file) =>
    output(binary, [
      'http',
      new URL(url).host,
      file,
      String(connections),
      String(seconds),
      ...(rate === undefined ? [] : [String(rate)]),
    ]),
  );

/** The time of an fdatasync in a folder, with nothing else to do. */
export const disk = async (folder, seconds) =>
  JSON.parse(await output(binary, ['disk', folder, String(seconds)]));

/** Payments in SQLite without a server. */
export const grouped = (work) => withFile(JSON.stringify(work), (file) => output(binary, ['grouped', file]));
