import type { Page } from 'playwright-core';

/**
 * Runs what opens a page, and waits until its live connection has opened a channel whose name contains `channel`. Events
 * before that are not for the page; a fake clock that jumps before that ends the connection as one that takes too long.
 */
export async function listening(page: Page, run: () => Promise<unknown>, channel = ''): Promise<void> {
  const opened = new Promise<void>((done) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const frame = String(payload);
        if (frame.includes('subscription_succeeded') && frame.includes(channel)) done();
      }),
    );
  });
  await run();
  await opened;
}
