#!/usr/bin/env node
// Lighthouse's scores (mobile) for the sign-in and the dashboard, and their speed beside that of an empty page.
//   npm exec --yes --package=lighthouse@12.8 -- node scripts/lighthouse.mjs
// Accessibility and best practices are absolute. Speed depends on the machine, so it is given as a ratio to an empty
// page that the same server serves in the same run.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const webapp = fileURLToPath(new URL('..', import.meta.url));
const binary = process.env.AJO_BACKEND_BIN ?? resolve(webapp, '../target/debug/backend');
const browserPath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);
const folder = mkdtempSync(join(tmpdir(), 'ajo-lighthouse-'));

const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => done(port));
    });
  });

// The built app, and an empty page beside it.
cpSync(process.env.AJO_WEBAPP_DIR ?? join(webapp, 'dist'), join(folder, 'dist'), { recursive: true });
writeFileSync(
  join(folder, 'dist/empty.html'),
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Empty</title></head><body><main><h1>Empty</h1></main></body></html>',
);

const [port, debugPort] = [await freePort(), await freePort()];
const origin = `http://127.0.0.1:${port}`;
const env = {
  ...process.env,
  AJO_ADDR: `127.0.0.1:${port}`,
  AJO_DATABASE_URL: `sqlite:${join(folder, 'ajo.sqlite')}`,
  AJO_WEBAPP_DIR: join(folder, 'dist'),
  AJO_RATE_LIMIT_FACTOR: '20',
  AJO_LOG_FILTER: 'warn',
};
spawnSync(binary, ['seed'], { env, cwd: folder });
const server = spawn(binary, ['serve'], { env, cwd: folder, stdio: 'ignore' });
const browser = await chromium.launchPersistentContext(join(folder, 'profile'), {
  executablePath: browserPath,
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    `--remote-debugging-port=${debugPort}`,
  ],
});

try {
  while (
    !(await fetch(`${origin}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    ))
  )
    await new Promise((done) => setTimeout(done, 50));
  const reports = {};
  const measure = async (name, path) => {
    const output = join(folder, `${name}.json`);
    // Not a blocking call: the browser connects to this process at every new tab.
    const ran = spawn(
      'lighthouse',
      [
        `${origin}${path}`,
        `--port=${debugPort}`,
        '--disable-storage-reset',
        '--throttling-method=provided',
        '--form-factor=mobile',
        '--output=json',
        `--output-path=${output}`,
        '--quiet',
        '--only-categories=performance,accessibility,best-practices,seo',
      ],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const [status] = await once(ran, 'exit');
    if (status !== 0) throw new Error(`lighthouse ended with ${status}`);
    reports[name] = JSON.parse(readFileSync(output, 'utf8'));
  };

  await measure('empty', '/empty.html');
  await measure('login', '/login');
  const page = await browser.newPage();
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('Mango-Season-24');
  await page.keyboard.press('Enter');
  await page.getByTestId('balance').waitFor();
  await page.close();
  await measure('dashboard', '/dashboard');

  const value = (report, audit) => report.audits[audit]?.numericValue ?? Number.NaN;
  for (const [name, report] of Object.entries(reports)) {
    const scores = Object.entries(report.categories).map(
      ([category, { score }]) => `${category} ${Math.round(score * 100)}`,
    );
    const [paint, blocked] = [
      value(report, 'largest-contentful-paint'),
      value(report, 'total-blocking-time'),
    ];
    const ratio = (paint / value(reports.empty, 'largest-contentful-paint')).toFixed(2);
    console.log(
      `${name.padEnd(10)} ${scores.join(', ')}; LCP ${paint.toFixed(0)} ms (${ratio} of the empty page), blocked ${blocked.toFixed(0)} ms; at ${new URL(report.finalDisplayedUrl).pathname}`,
    );
    for (const category of ['accessibility', 'best-practices']) {
      for (const { id } of report.categories[category].auditRefs) {
        const audit = report.audits[id];
        if (audit.score !== null && audit.score < 1)
          console.log(
            `  ${category}: ${id}: ${audit.title} ${JSON.stringify(audit.details?.items ?? []).slice(0, 400)}`,
          );
      }
    }
  }
} finally {
  await browser.close();
  const gone = new Promise((done) => server.once('exit', done));
  server.kill('SIGTERM');
  await gone;
  rmSync(folder, { recursive: true, force: true });
}
