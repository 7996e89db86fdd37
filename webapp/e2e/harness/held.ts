import type { Page } from 'playwright-core';

/** Keeps requests from the server until the returned function is called. */
export async function hold(page: Page, requests: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(requests, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}
