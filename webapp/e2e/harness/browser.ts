import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type CDPSession,
  chromium,
  type Page,
} from 'playwright-core';
import { watchMoves } from './moved';
import { keepSeen } from './seen';
import { allTranslated, translate } from './translated';

const whole = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];
/**
 * Headless Chromium without a window system: a fifth less CPU time for the same pages. It does not support
 * notifications.
 */
const shell = [process.env.CHROMIUM, '/usr/bin/chromium-headless-shell', ...whole];

export const phone = { width: 390, height: 844 };

/**
 * Browser features that the journeys do not need. A second such list replaces the first, so this one starts with
 * Playwright's own for Linux.
 */
const DISABLED_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  // The address bar's suggestions are two extra pages in every window: a ninth of a run's CPU time.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
];

export async function launchBrowser(kind: 'shell' | 'whole' = 'shell'): Promise<Browser> {
  const executablePath = (kind === 'shell' ? shell : whole).find((path) => path && existsSync(path));
  if (!executablePath) throw new Error('no Chromium: make setup, or set CHROMIUM to its path');
  return chromium.launch({
    executablePath,
    // --no-sandbox: continuous integration runs as root. The other flags keep the browser from calling home.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES.join(',')}`,
    ],
  });
}

/** Messages that the browser itself logs while offline, whatever the page does. */
const offline = [
  // A request of the page.
  /ERR_INTERNET_DISCONNECTED/,
  // A request in flight when the connection was lost.
  /ERR_NETWORK/,
  // The realtime connection, which cannot reconnect yet.
  /WebSocket/,
  // The service worker's script: the browser checks for a newer one after a navigation.
  /An unknown error occurred when fetching the script/,
];

/** Faults in the pages of one context, whether or not the journey notices them. */
export class Watch {
  private readonly faults: string[] = [];
  private readonly allowed: RegExp[] = [];

  constructor(private readonly moved: () => string[] = () => []) {}

  /** Allows faults that the journey causes on purpose. */
  allow(...patterns: RegExp[]): void {
    this.allowed.push(...patterns);
  }

  /** Allows the faults of going offline. Call it before `setOffline`. */
  allowOffline(): void {
    this.allow(...offline);
  }

  attach(page: Page): void {
    page.on('pageerror', (error) => this.faults.push(`uncaught: ${error.stack ?? error.message}`));
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      // A refused form is a normal response; the browser logs every 4xx as an error.
      if (/Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())) return;
      this.faults.push(`console: ${message.text()} (${message.location().url})`);
    });
    page.on('response', (response) => {
      if (response.status() >= 500)
        this.faults.push(`${response.status()} from ${response.request().method()} ${response.url()}`);
    });
    page.on('crash', () => this.faults.push('the page crashed'));
  }

  /** Faults that no journey allowed. Policy violations are console errors; layout shifts begin with `moved`. */
  unexpected(): string[] {
    const faults = [...this.faults, ...this.moved()];
    return faults.filter((fault) => !this.allowed.some((pattern) => pattern.test(fault)));
  }
}

export async function newContext(
  browser: Browser,
  origin: string,
  {
    tips = 'closed',
    translated = allTranslated,
    ...options
  }: BrowserContextOptions & { tips?: 'closed' | 'new'; translated?: boolean } = {},
): Promise<{ context: BrowserContext; watch: Watch }> {
  const context = await browser.newContext({
    baseURL: origin,
    viewport: phone,
    hasTouch: true,
    locale: 'en-NG',
    timezoneId: 'Africa/Lagos',
    // Contrast is measured on elements at rest.
    reducedMotion: 'reduce',
    // Installing it takes a fifth of a page's CPU time. Journeys about the worker allow it.
    serviceWorkers: 'block',
    ...options,
  });
  context.setDefaultTimeout(10_000);
  // The tips have their own journey.
  if (tips === 'closed') {
    await context.addInitScript(() => {
      // A frame with an opaque origin, such as a provider's page, has no storage.
      if (location.protocol.startsWith('http') && self.origin !== 'null')
        localStorage.setItem('tips', 'wallets savings invest send fund questions');
    });
  }
  const watch = new Watch(await watchMoves(context));
  context.on('page', (page) => watch.attach(page));
  await keepSeen(context);
  if (translated) await translate(context);
  return { context, watch };
}

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Runs in the page: axe's findings while nothing fades or moves. Half-faded text has less contrast, so a measurement is
 * repeated if an animation starts during it.
 */
const measure = `async () => {
  const finite = () =>
    document.getAnimations().filter((one) => one.playState === 'running' && one.effect.getTiming().iterations !== Infinity);
  let found;
  for (let round = 0; round < 5; round += 1) {
    let moved = finite().length > 0;
    const note = () => { moved = true; };
    const kinds = ['transitionrun', 'animationstart'];
    for (const kind of kinds) document.addEventListener(kind, note, true);
    found = await axe.run(document, { resultTypes: ['violations'] });
    // Animations that started meanwhile are announced with the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    for (const kind of kinds) document.removeEventListener(kind, note, true);
    if (!moved || found.violations.length === 0) break;
    await Promise.allSettled(finite().map((one) => one.finished));
  }
  return JSON.stringify(found.violations.map((one) =>
    one.id + ': ' + one.help + ' at ' + one.nodes.slice(0, 3).map((node) => node.target.join(' ') + ' ' + (node.any[0] ?? node.all[0] ?? node.none[0] ?? { message: '' }).message).join('; ')));
}`;

/** Runs in the page: fields that phones zoom into, and password fields without a username for the password manager. */
const fieldProblems = `() => {
  const fields = [...document.querySelectorAll('input, select, textarea')].filter(
    (field) => !/checkbox|radio|range|file|hidden/.test(field.type) && field.checkVisibility());
  const small = fields.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16);
  const nameless = [...document.forms].filter((form) =>
    form.querySelector('[autocomplete$="-password"]') && !form.querySelector('[autocomplete="username"], [autocomplete="email"]'));
  return JSON.stringify([
    ...small.map((field) => 'small-field: ' + field.outerHTML.slice(0, 200)),
    ...nameless.map((form) => 'password-without-username: ' + form.innerText.slice(0, 100)),
  ]);
}`;

/** Never detached: that would remove a page's virtual authenticator. */
const sessions = new WeakMap<Page, Promise<CDPSession>>();

function sessionOf(page: Page): Promise<CDPSession> {
  const known = sessions.get(page) ?? page.context().newCDPSession(page);
  sessions.set(page, known);
  return known;
}

/** The accessibility rules that this screen breaks, described in words. */
export async function accessibilityProblems(page: Page): Promise<string[]> {
  // Through the debugging protocol, because the page's own policy blocks injected scripts.
  const session = await sessionOf(page);
  await session.send('Runtime.evaluate', { expression: `if (!window.axe) { ${axeSource} }; 0` });
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${measure})()`,
    awaitPromise: true,
    returnByValue: true,
  });
  const fields = await session.send('Runtime.evaluate', {
    expression: `(${fieldProblems})()`,
    returnByValue: true,
  });
  if (exceptionDetails)
    throw new Error(`axe: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
  return [...JSON.parse(result.value as string), ...JSON.parse(fields.result.value as string)];
}
