// Runs in its own thread beside the attack: samples the server's memory every 100 ms, and plays an honest user.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

const SAMPLE_MS = 100;
const ASK_MS = 250;
const PATIENCE_MS = 10_000;
/** The limit that protects the machine if the server does not withstand the attack. */
const ENOUGH_BYTES = 6e9;

const status = (pid, name) =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) * 1024;

/** Starts a watch; `figures` returns the figures since the previous call. */
export function watch(pid, url, token) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { pid, url, token } });
  worker.on('error', (error) => {
    throw error;
  });
  return {
    figures: () =>
      new Promise((done) => {
        worker.once('message', done);
        worker.postMessage('figures');
      }),
    stop: () => worker.terminate(),
  };
}

function run({ pid, url, token }) {
  let seen = { resident: 0, times: [], unanswered: [] };
  const agent = new Agent({ keepAlive: true });
  const headers = { 'x-forwarded-for': '203.0.113.7', authorization: `Bearer ${token}` };
  const ask = (path, connections) =>
    new Promise((done) => {
      const began = performance.now();
      const asked = request(`${url}${path}`, { agent: connections, headers }, (answer) => {
        answer.resume();
        answer.on('end', () => done([performance.now() - began, answer.statusCode]));
      });
      asked.on('error', (error) => done([performance.now() - began, error.code ?? error.message]));
      asked.setTimeout(PATIENCE_MS, () => asked.destroy(new Error('no answer')));
      asked.end();
    });
  const honest = async (path, connections) => {
    const [took, status] = await ask(path, connections);
    if (status === 200) seen.times.push(took);
    else seen.unanswered.push(`${path}: ${status}`);
  };
  setInterval(() => {
    try {
      const resident = status(pid, 'VmRSS');
      seen.resident = Math.max(seen.resident, resident);
      if (resident > ENOUGH_BYTES) process.kill(pid, 'SIGKILL');
    } catch {
      seen.unanswered.push('the server is gone');
    }
  }, SAMPLE_MS);
  // Once through a proxy, which keeps its connections, and once as a new client.
  setInterval(() => {
    honest('/api/accounts', agent);
    honest('/readyz', false);
  }, ASK_MS);
  parentPort.on('message', () => {
    const times = seen.times.toSorted((a, b) => a - b);
    parentPort.postMessage({
      // Samples may miss a peak; the high-water mark does not.
      peak: Math.max(status(pid, 'VmHWM'), seen.resident),
      left: status(pid, 'VmRSS'),
      p95: times[Math.floor(times.length * 0.95)],
      answered: times.length,
      unanswered: seen.unanswered,
    });
    seen = { resident: 0, times: [], unanswered: [] };
  });
}

if (!isMainThread) run(workerData);
