import type { Page } from 'playwright-core';

/**
 * Runs an action that opens a page, and waits until the page's live connection has subscribed to a channel whose name
 * contains `channel`. Earlier events do not reach the page, and a fake clock that jumps earlier times the connection
 * out.
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
