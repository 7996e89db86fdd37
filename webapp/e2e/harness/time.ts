import type { BrowserContext, Page } from 'playwright-core';

/**
 * Gives responses the time of the page's own clock, which a journey may set or move; the server's clock runs
 * independently.
 */
export async function tellOwnTime(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'date' ? new Date().toUTCString() : get.call(this, name);
    };
  });
}

/** Gives pages that are opened from now on the server's time, after the sandbox has moved it. */
export async function liveAt(page: Page, { now }: { now: string }): Promise<void> {
  await page.clock.install({ time: now });
  await tellOwnTime(page);
}
