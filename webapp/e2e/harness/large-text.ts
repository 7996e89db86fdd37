import type { Page } from 'playwright-core';
import { phone } from './browser';
import { still } from './settled';

/** Twice the usual text size. */
const ROOT_PX = 32;
/** The layout in which words break first. */
export const NARROWEST = [{ width: 320, dir: 'ltr' as const }];
const LOOKS: { width: number; dir: 'ltr' | 'rtl' }[] = [390, 320].flatMap((width) =>
  (['ltr', 'rtl'] as const).map((dir) => ({ width, dir })),
);

/**
 * Elements wider than the page or sheet, amounts wider than their container, and words and amounts that break in the
 * middle, at twice the text size, on narrow phones and in both directions. Restores the page afterwards.
 */
export async function misfits(page: Page, looks = LOOKS): Promise<string[]> {
  const size = page.viewportSize() ?? phone;
  const found: string[] = [];
  await page.evaluate(() => {
    document.documentElement.dataset.measured = 'Infinity';
  });
  for (const { width, dir } of looks) {
    await page.setViewportSize({ width, height: size.height });
    await still(page);
    found.push(...(await page.evaluate(look, { rootPx: ROOT_PX, name: `${width} ${dir}`, dir })));
  }
  await page.setViewportSize(size);
  await page.evaluate(() => {
    const root = document.documentElement;
    root.style.fontSize = '';
    root.dir = root.dataset.dir ?? '';
    delete root.dataset.dir;
    // Ignore layout shifts that the measurement causes.
    root.dataset.measured = String(performance.now() + 3000);
  });
  return found;
}

type Look = { rootPx: number; name: string; dir: string };

/** Runs in the page. */
function look({ rootPx, name, dir }: Look): string[] {
  const root = document.documentElement;
  root.dataset.dir ??= root.dir;
  root.style.fontSize = `${rootPx}px`;
  root.dir = dir;
  // On a slow machine the first frame of a stage that slides in may still be pending: measure its final position.
  for (const animation of document.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
  const at = `${location.pathname} at ${name}`;
  const shortened = ({ tagName, textContent }: Element) => `${tagName} ${textContent?.slice(0, 20)}`;
  const found: string[] = [];
  if (root.scrollWidth > root.clientWidth) {
    const outside = [...document.querySelectorAll('body *')].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return left < -1 || right > root.clientWidth + 1;
    });
    found.push(`${at}: ${root.scrollWidth} px; ${outside.map(shortened).join(', ')}`);
  }
  // A sheet clips overflow, so wider content would be unreadable.
  const scrolls = (element: Element) => /auto|scroll|hidden/.test(getComputedStyle(element).overflowX);
  for (const sheet of document.querySelectorAll('[data-sheet]')) {
    const { left, right } = sheet.getBoundingClientRect();
    const cut = [...sheet.querySelectorAll('*')].filter((element) => {
      if (!element.checkVisibility() || element.closest('.sr-only')) return false;
      const own = element.getBoundingClientRect();
      if (own.width < 2 || (own.left >= left - 1 && own.right <= right + 1)) return false;
      for (let around = element.parentElement; around && around !== sheet; around = around.parentElement)
        if (scrolls(around) && around.scrollHeight <= around.clientHeight + 1) return false;
      return true;
    });
    if (cut.length > 0) found.push(`${at}: cut by its sheet: ${cut.map(shortened).join(', ')}`);
  }
  // An amount never breaks, and its card may clip it.
  for (const amount of document.querySelectorAll('.money')) {
    if (!amount.checkVisibility() || amount.closest('.sr-only')) continue;
    let place = amount.parentElement;
    while (place && getComputedStyle(place).display === 'inline') place = place.parentElement;
    if (!place) continue;
    const [own, room] = [amount, place].map((element) => element.getBoundingClientRect());
    if (own && room && (own.left < room.left - 1 || own.right > room.right + 1))
      found.push(`${at}: ${amount.textContent} is wider than its place`);
  }
  // A tester's tool at a desk may break words. Codes, addresses and references may break everywhere.
  if (location.pathname.startsWith('/sandbox')) return found;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const around = node.parentElement;
    if (!around?.checkVisibility() || around.closest('.sr-only, option, script')) continue;
    const text = node.textContent ?? '';
    for (const { 0: word, index } of text.matchAll(/\p{L}{2,}|[₦$£₿][\d.,]+/gu)) {
      const before = text.slice(0, index).match(/\S*$/)?.[0] ?? '';
      const after = text.slice(index + word.length).match(/^\S*/)?.[0] ?? '';
      // Part of a longer token that is not a word, as in `a1b2`, `ada@example.com`, `window.name` or `/login`.
      if (/\p{L}/u.test(word) && /[\d@/_]|\.\S/.test(before + word + after)) continue;
      // Text to copy may break anywhere: codes, and references without a digit, whose alphabet lacks I, L, O and U.
      if (around.closest('code') || /^[A-HJKMNP-TV-Z]{16}$/.test(word)) continue;
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) found.push(`${at}: ${word} is broken`);
    }
  }
  return found;
}
