// Measures page load times, beside an empty page of the same server: the sign-in with a cold cache, until the field
// shows a typed letter and until the app has taken over the form; and the dashboard with a warm cache, until the
// balance shows. The three alternate; the result is the ratio of the medians.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const rounds = Number(process.env.BENCH_ROUNDS ?? 9);
const goals = { login: 3, dashboard: 4 };
const demo = { email: 'ada@example.com', password: 'Mango-Season-24' };

const webapp = fileURLToPath(new URL('../webapp', import.meta.url));
const { chromium } = createRequire(join(webapp, 'package.json'))('playwright-core');
const binary = process.env.AJO_BACKEND_BIN ?? resolve(webapp, '../target/release/backend');
const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

const folder = mkdtempSync(join(tmpdir(), 'ajo-first-page-'));
const dist = join(folder, 'dist');
cpSync(process.env.AJO_WEBAPP_DIR ?? join(webapp, 'dist'), dist, { recursive: true });
writeFileSync(
  join(dist, 'empty.html'),
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Empty</title></head><body><h1>Empty</h1></body></html>',
);

const port = await new Promise((done) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const found = probe.address().port;
    probe.close(() => done(found));
  });
});
const origin = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  AJO_ADDR: `127.0.0.1:${port}`,
  AJO_DATABASE_URL: `sqlite:${join(folder, 'ajo.sqlite')}`,
  AJO_WEBAPP_DIR: dist,
  AJO_RATE_LIMIT_FACTOR: '20',
  AJO_LOG_FILTER: 'warn',
};
spawnSync(binary, ['seed'], { env, cwd: folder });
const server = spawn(binary, ['serve'], { env, cwd: folder, stdio: 'ignore' });
const browser = await chromium.launch({
  executablePath,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const open = (options = {}) =>
  browser.newContext({ baseURL: origin, viewport: { width: 390, height: 844 }, ...options });

/** Milliseconds from navigation to the first paint of an empty page. */
async function empty() {
  const context = await open();
  const page = await context.newPage();
  const start = performance.now();
  await page.goto('/empty.html');
  await page.getByRole('heading').waitFor();
  const took = performance.now() - start;
  await context.close();
  return took;
}

/** Until the field shows a typed letter, with a cold cache; and until the app has taken it over. */
async function login() {
  const context = await open({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const start = performance.now();
  await page.goto('/login', { waitUntil: 'commit' });
  const email = page.getByLabel('Email', { exact: true });
  await email.pressSequentially('a');
  await page.waitForFunction(() => document.querySelector('input[type=email]')?.value === 'a');
  const typed = performance.now() - start;
  await page.waitForFunction(() => document.querySelector('#root input[type=email]')?.value === 'a');
  const takenOver = performance.now() - start;
  await context.close();
  return { typed, takenOver };
}

/** Until the balance shows, with a warm cache. */
async function dashboard(context) {
  const page = await context.newPage();
  const start = performance.now();
  await page.goto('/dashboard', { waitUntil: 'commit' });
  await page.getByTestId('balance').waitFor();
  const took = performance.now() - start;
  await page.close();
  return took;
}

try {
  while (
    !(await fetch(`${origin}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((done) => setTimeout(done, 50));
  const member = await open();
  const page = await member.newPage();
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill(demo.email);
  await page.getByLabel('Password', { exact: true }).fill(demo.password);
  await page.keyboard.press('Enter');
  await page.getByTestId('balance').waitFor();
  // The offline cache is complete.
  await page.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === 'activated');

  const times = { empty: [], login: [], app: [], dashboard: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.empty.push(await empty());
    const { typed, takenOver } = await login();
    times.login.push(typed);
    times.app.push(takenOver);
    times.dashboard.push(await dashboard(member));
  }
  const base = median(times.empty);
  console.log(`empty page: ${base.toFixed(0)} ms, median of ${rounds}`);
  for (const name of ['login', 'app', 'dashboard']) {
    const took = median(times[name]);
    const ratio = took / base;
    const goal = goals[name];
    const verdict = goal ? ` (goal: at most ${goal})${ratio > goal ? '  ABOVE' : ''}` : '';
    console.log(`${name.padEnd(10)} ${took.toFixed(0)} ms, ${ratio.toFixed(2)} of the empty page${verdict}`);
  }
} finally {
  await browser.close();
  const gone = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true, force: true });
}
