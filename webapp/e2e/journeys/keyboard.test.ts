import type { Page } from 'playwright-core';
import { demo, newFundedMember } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive } from '../screens/entry';
import { billStages, loanStages, savingsStages } from '../screens/stages';

interface Stop {
  name: string;
  tag: string;
  top: number;
  /** In the header or footer, which stay in place while the page scrolls. */
  fixed: boolean;
  outlined: boolean;
  hidden: boolean;
}

/** The focused element. */
const look = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    const { top, bottom, left, width } = element.getBoundingClientRect();
    // A picture's file input is hidden; its label is shown.
    const shown = (element.matches('[type=file]') && element.closest('label')) || element;
    // Colours change within a moment.
    for (const change of document.getAnimations()) if (change instanceof CSSTransition) change.finish();
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(shown);
    let behind = shown.parentElement;
    const colour = () => (behind ? getComputedStyle(behind).backgroundColor : '');
    while (behind && /, 0\)$/.test(colour())) behind = behind.parentElement;
    // For an element taller than the window, its visible part.
    const middle = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
    const at = document.elementFromPoint(left + width / 2, middle);
    return {
      name: (
        element.getAttribute('aria-label') ??
        (element as HTMLInputElement).labels?.[0]?.textContent ??
        element.textContent ??
        ''
      )
        .trim()
        .slice(0, 40),
      tag: element.tagName,
      // A sheet scrolls separately from the page.
      top: top + scrollY + (element.closest('[data-sheet]')?.lastElementChild?.scrollTop ?? 0),
      fixed: element.closest('header, nav, .sticky') !== null,
      outlined: outlineStyle !== 'none' && outlineWidth !== '0px' && outlineColor !== colour(),
      hidden: at === null || !(shown.contains(at) || at.contains(shown)),
    };
  });

/** Every tab stop of the page, from start to end. */
async function stops(page: Page): Promise<Stop[]> {
  await page.evaluate(() => {
    // The heading has the focus on arrival; the order begins before it.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.removeAttribute('tabindex');
    scrollTo(0, 0);
  });
  const found: Stop[] = [];
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await look(page);
    if (stop === null) break;
    found.push(stop);
  }
  return found;
}

const PAGES = [
  { path: '/login', first: 'Email', last: 'Terms and consent' },
  { path: '/dashboard', first: 'Skip to content', last: 'Settings' },
  { path: '/settings', first: 'Skip to content', last: 'Settings' },
  { path: '/verify', first: 'Skip to content', last: 'Settings' },
];

test('Tab follows the visual order of the page, and the focus is always visible', async ({ page }) => {
  for (const { path, first, last } of PAGES) {
    if (path === '/dashboard') await arrive(page, demo);
    else await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expect.poll(() => page.getByText('Loading', { exact: true }).count(), { timeout: 10_000 }).toBe(0);
    const found = await stops(page);
    const names = found.map(({ name }) => name);
    expect([names[0], names.at(-1)], path).toEqual([first, last]);
    expect(
      found.filter(({ outlined, hidden }) => !outlined || hidden),
      path,
    ).toEqual([]);
    // No stop lies higher than the previous one by more than the height of a row.
    const tops = found.filter(({ fixed }) => !fixed).map(({ top }) => top);
    const jumps = tops.filter((top, index) => index > 0 && top < (tops[index - 1] as number) - 24);
    expect(jumps, `${path}: ${names.join(', ')}`).toEqual([]);
  }
});

/** Every tab stop of the open sheet, until the first comes again. */
async function stopsOfSheet(page: Page): Promise<Stop[]> {
  const isNew = (start: boolean) =>
    page.evaluate((first) => {
      if (first)
        for (const one of document.querySelectorAll('[data-stopped]')) one.removeAttribute('data-stopped');
      const element = document.activeElement as HTMLElement | null;
      if (first || !element?.closest('[data-sheet]') || element.dataset.stopped !== undefined) return false;
      element.dataset.stopped = '';
      return true;
    }, start);
  await isNew(true);
  await page.evaluate(() => {
    const sheet = document.querySelector<HTMLElement>('[data-sheet]');
    sheet?.setAttribute('tabindex', '-1');
    sheet?.focus();
    sheet?.lastElementChild?.scrollTo(0, 0);
  });
  const found: Stop[] = [];
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    if (!(await isNew(false))) break;
    const stop = await look(page);
    if (stop) found.push(stop);
  }
  return found;
}

test('Tab follows the visual order in every stage of a bill, savings and a loan', async ({
  page,
  server,
}) => {
  const payer = await newFundedMember(server.url, '20000.00');
  await arrive(page, payer);
  const wrong: string[] = [];
  let least = Number.POSITIVE_INFINITY;
  const order = async (stage: string) => {
    const inSheet = (await page.getByRole('dialog').count()) > 0;
    const found = inSheet ? await stopsOfSheet(page) : await stops(page);
    least = Math.min(least, found.length);
    for (const { name, outlined, hidden } of found) {
      if (!outlined) wrong.push(`${stage}: ${name}: where the focus is cannot be seen`);
      if (hidden) wrong.push(`${stage}: ${name} is covered while it has the focus`);
    }
    const moving = found.filter(({ fixed }) => !fixed);
    for (const [index, { name, top }] of moving.entries())
      if (top < (moving[index - 1]?.top ?? 0) - 24)
        wrong.push(`${stage}: ${name} stands above ${moving[index - 1]?.name}`);
  };
  await billStages(page, order);
  await savingsStages(page, order);
  await loanStages(page, order);
  expect(wrong).toEqual([]);
  // Every stage has Close and its main action.
  expect(least).toBeGreaterThanOrEqual(2);
});
