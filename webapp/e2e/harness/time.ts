import type { BrowserContext, Page } from 'playwright-core';

/** Has the answers tell the time of the page's own clock, which a journey sets or moves: the server's goes on as it does. */
export async function tellOwnTime(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    const { get } = Headers.prototype;
    Headers.prototype.get = function (name) {
      return name === 'date' ? new Date().toUTCString() : get.call(this, name);
    };
  });
}

/** Gives a page that is opened from now on the time that the server's clock shows, after the sandbox has moved it. */
export async function liveAt(page: Page, { now }: { now: string }): Promise<void> {
  await page.clock.install({ time: now });
  await tellOwnTime(page);
}
