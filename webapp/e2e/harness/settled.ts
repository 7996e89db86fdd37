import type { Page } from 'playwright-core';

/** Waits until no request is pending, the typeface has loaded, and nothing moves. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      // The typeface loads after the first page is shown.
      document.fonts.check('1rem "Plus Jakarta Sans"') &&
      'typeface' in document.documentElement.dataset &&
      document.fonts.status === 'loaded' &&
      // A skeleton.
      document.querySelector('.bg-sunken[class*=breathe]') === null &&
      document
        .getAnimations()
        .every(
          (animation) =>
            animation.playState !== 'running' ||
            animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
        ),
  );
  await page.getByText('Loading', { exact: true }).first().waitFor({ state: 'hidden' });
}

/** Waits briefly until nothing fades or moves: contrast is measured on elements at rest. */
export async function still(page: Page): Promise<void> {
  const stands = () =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' ||
          animation.effect?.getTiming().iterations === Number.POSITIVE_INFINITY,
      );
  await page.waitForFunction(stands, undefined, { timeout: 2_000 }).catch(() => undefined);
}

/** Waits for the browser to draw this many frames. */
export const frames = (page: Page, count: number) =>
  page.evaluate(async (left) => {
    for (let frame = 0; frame < left; frame += 1) await new Promise(requestAnimationFrame);
  }, count);
