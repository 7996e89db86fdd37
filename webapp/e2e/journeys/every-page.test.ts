import type { Page } from 'playwright-core';
import { accessibilityProblems } from '../harness/browser';
import { everything } from '../harness/everything';
import { openRoutes, routes, thirds, visitAll } from '../harness/everywhere';
import { misfits, NARROWEST } from '../harness/large-text';
import { demo } from '../harness/person';
import { frames, still } from '../harness/settled';
import { expect, test } from '../harness/test';
import { enterCode, field, heading, press } from '../screens/entry';
import { visitAllAsMember } from '../screens/every-page';

/** The pages visited by this file's tests. */
const visited: string[] = [];

const SOUND = everything
  ? 'is accessible in light and dark, and fits with text twice as big on any phone and in any direction'
  : 'is accessible, and fits the narrowest phone with text twice as big';

/** The rules that the page breaks in any of its looks. */
async function problems(page: Page): Promise<string[]> {
  const found = await problemsIn(page, 'light');
  if (!everything) return [...found, ...(await misfits(page, NARROWEST))];
  found.push(...(await problemsIn(page, 'dark')));
  await switchTheme(page, 'light');
  return [...found, ...(await misfits(page))];
}

async function problemsIn(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await switchTheme(page, theme);
  await still(page);
  const path = new URL(page.url()).pathname;
  return (await accessibilityProblems(page)).map((problem) => `${path}, ${theme}: ${problem}`);
}

/** Changes the theme in place, as its own switch does. */
async function switchTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((chosen) => {
    document.documentElement.dataset.theme = chosen;
  }, theme);
  await frames(page, 2);
}

test(`every page of a visitor ${SOUND}`, async ({ page, sandbox }) => {
  const found: string[] = [];
  const look = async () => void found.push(...(await problems(page)));
  const pages = await visitAll(page, '', look, openRoutes);
  expect(pages).toEqual(expect.arrayContaining(['/login', '/register', '/forgot-password']));
  // A new password needs an entered code.
  const earlier = (await sandbox.messages(demo.email)).find(({ code }) => code)?.code ?? undefined;
  await page.goto('/forgot-password');
  await field(page, 'Email').fill(demo.email);
  await press(page, 'Reset Password');
  await enterCode(page, await sandbox.code(demo.email, earlier));
  await heading(page, 'Choose a new password').waitFor();
  await look();
  expect(found).toEqual([]);
  visited.push(...pages, '/reset-password');
});

for (const [part, among] of Object.entries(thirds))
  test(`every page of a member ${SOUND}, ${part}`, async ({ page, server }) => {
    const found: string[] = [];
    const look = async () => void found.push(...(await problems(page)));
    const pages = await visitAllAsMember(page, server.url, look, among);
    const some = ['/dashboard', '/bank-withdraw-success', '/settings', '/clusters'];
    const expected = some.filter((path) => among.includes(path));
    expect(expected).not.toEqual([]);
    expect(pages).toEqual(expect.arrayContaining(expected));
    expect(found).toEqual([]);
    visited.push(...pages);
  });

test('these tests together visit every page', () => {
  expect(routes.filter((route) => !route.includes('$') && !visited.includes(route))).toEqual([]);
});
