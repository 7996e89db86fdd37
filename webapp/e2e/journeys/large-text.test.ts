import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { Api, type Session } from '../harness/api';
import { demo } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, enterCode, field, heading, press } from '../screens/entry';

/** Every address that the app has, as the router lists them. */
const routes = [
  ...readFileSync(new URL('../../src/app/router.tsx', import.meta.url), 'utf8').matchAll(/Page\('([^']+)'/g),
].map(([, path]) => path as string);

/** Text twice as big as usual. */
const ROOT_PX = 32;
const LOOKS = [390, 320].flatMap((width) => (['ltr', 'rtl'] as const).map((dir) => ({ width, dir })));

/** What is wider than the page, in words; empty where nothing is. */
async function tooWide(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const { width, dir } of LOOKS) {
    await page.setViewportSize({ width, height: 844 });
    found.push(
      ...(await page.evaluate(
        ({ rootPx, look, dir }) => {
          const root = document.documentElement;
          root.style.fontSize = `${rootPx}px`;
          root.dir = dir;
          if (root.scrollWidth <= root.clientWidth) return [];
          const outside = [...document.querySelectorAll('body *')].filter((element) => {
            const { left, right } = element.getBoundingClientRect();
            return left < -1 || right > root.clientWidth + 1;
          });
          const words = outside.map(({ tagName, textContent }) => `${tagName} ${textContent?.slice(0, 20)}`);
          return [`${location.pathname} at ${look}: ${root.scrollWidth} px; ${words.join(', ')}`];
        },
        { rootPx: ROOT_PX, look: `${width} ${dir}`, dir },
      )),
    );
  }
  return found;
}

/** Words and amounts that break in the middle; empty where none does. Codes, addresses and references may. */
async function broken(page: Page): Promise<string[]> {
  const found: string[] = [];
  // A tester's tool, at a desk.
  if (new URL(page.url()).pathname.startsWith('/sandbox')) return found;
  for (const { width, dir } of LOOKS) {
    await page.setViewportSize({ width, height: 844 });
    found.push(
      ...(await page.evaluate(
        ({ rootPx, look, dir }) => {
          document.documentElement.style.fontSize = `${rootPx}px`;
          document.documentElement.dir = dir;
          const words: string[] = [];
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
          for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            const around = node.parentElement;
            if (!around?.checkVisibility() || around.closest('.sr-only, option, script')) continue;
            const text = node.textContent ?? '';
            for (const { 0: word, index } of text.matchAll(/\p{L}{2,}|[₦$£₿][\d.,]+/gu)) {
              const before = text.slice(0, index).match(/\S*$/)?.[0] ?? '';
              const after = text.slice(index + word.length).match(/^\S*/)?.[0] ?? '';
              // A part of something longer that no language has, as in `a1b2`, `ada@example.com` or `/login`.
              if (/[\d@/_]|\.\S/.test(before + after) && /\p{L}/u.test(word)) continue;
              const range = document.createRange();
              range.setStart(node, index);
              range.setEnd(node, index + word.length);
              const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
              if (lines.size > 1) words.push(`${location.pathname} at ${look}: ${word}`);
            }
          }
          return words;
        },
        { rootPx: ROOT_PX, look: `${width} ${dir}`, dir },
      )),
    );
  }
  return found;
}

/** Goes to every address; those that lead elsewhere are somebody else's. Answers the pages that were seen. */
async function visitAll(page: Page, reference: string): Promise<{ seen: string[]; found: string[] }> {
  const seen: string[] = [];
  const found: string[] = [];
  for (const route of routes) {
    const path = route.replace(/\$\w+/, 'FRIEND22');
    // What some pages need to say more than that there is nothing.
    const query = path === '/otp-confirm-page' ? '?email=a@example.com' : `?reference=${reference}`;
    await page.goto(path + query);
    // The splash lasts a moment only, and has nothing but a picture.
    await page.locator('h1').first().waitFor();
    await expect.poll(() => page.getByText('Loading', { exact: true }).count(), { timeout: 10_000 }).toBe(0);
    if (new URL(page.url()).pathname !== path) continue;
    seen.push(path);
    await page.evaluate(() => document.fonts.ready);
    found.push(...(await tooWide(page)), ...(await broken(page)));
  }
  return { seen, found };
}

test('no page scrolls sideways and no word breaks when text is twice as big, on any phone, in any direction', async ({
  page,
  server,
  sandbox,
}) => {
  const visitor = await visitAll(page, '');
  // A password is chosen by who has entered a code, and by nobody else.
  const earlier = (await sandbox.messages(demo.email)).find(({ code }) => code)?.code ?? undefined;
  await page.goto('/forgot-password');
  await field(page, 'Email').fill(demo.email);
  await press(page, 'Reset Password');
  await enterCode(page, await sandbox.code(demo.email, earlier));
  await heading(page, 'Choose a new password').waitFor();
  visitor.seen.push('/reset-password');
  visitor.found.push(...(await tooWide(page)), ...(await broken(page)));
  expect(visitor.seen).toEqual(expect.arrayContaining(['/login', '/register', '/forgot-password']));

  const api = new Api(server.url);
  const { email, password } = demo;
  api.token = (await api.must<Session>('POST', '/auth/login', { email, password })).access_token;
  const [last] = (await api.transactions()).data;
  await arrive(page, demo);
  const member = await visitAll(page, last?.reference ?? '');
  expect(member.seen).toEqual(expect.arrayContaining(['/dashboard', '/verify', '/bank-withdraw-success']));
  await page.goto('/dashboard');
  for (const view of ['Savings', 'Loans', 'Invest', 'Home']) {
    await page.getByRole('tab', { name: view }).click();
    await page.getByRole('tabpanel', { name: view }).waitFor();
    member.found.push(...(await tooWide(page)), ...(await broken(page)));
  }
  expect([...visitor.found, ...member.found]).toEqual([]);
  // Whatever page there is has been seen by somebody.
  const missing = routes.filter(
    (route) => !route.includes('$') && ![...visitor.seen, ...member.seen].includes(route),
  );
  expect(missing).toEqual([]);
});
