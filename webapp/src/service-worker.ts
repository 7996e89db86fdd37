/// <reference lib="webworker" />
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: { url: string; revision: string | null }[] };

// The app's own files, so that it opens offline. The server's data is never cached here: the last answers are kept
// encrypted, for one session, and shown with their time (`src/app/kept`).
precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    // Pages with special headers, because the app frames them, come from the server.
    denylist: [/^\/api\//, /^\/app\//, /^\/payment\//, /^\/sandbox\/card\//, /\.\w+$/],
  }),
);

// A newer version waits until the user agrees: nothing reloads in the middle of a payment.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting();
});

interface Notice {
  title: string;
  body: string;
  link: string;
}

/** A path of this app, whatever the message contains. */
const ownPath = (link: unknown): string => {
  const { origin } = self.location;
  const url = URL.canParse(String(link), origin) ? new URL(String(link), origin) : null;
  return url?.origin === origin ? url.pathname + url.search : '/';
};

function read(data: PushMessageData | null): Notice {
  let said: Partial<Record<keyof Notice, unknown>> = {};
  try {
    said = data?.json() ?? {};
  } catch {
    // Not one of our messages: the browser requires a notification all the same.
  }
  return {
    title: String(said.title ?? 'You have a new message'),
    body: String(said.body ?? ''),
    link: ownPath(said.link ?? '/'),
  };
}

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true });

/** Shows a notification, unless the app is visible and shows the message itself. */
async function show(notice: Notice): Promise<void> {
  const inFront = (await windows()).find((one) => one.focused && one.visibilityState === 'visible');
  if (inFront) inFront.postMessage({ type: 'push', ...notice });
  else
    await self.registration.showNotification(notice.title, {
      body: notice.body,
      icon: '/icon.svg',
      data: { link: notice.link },
    });
}

/** Focuses an open window and navigates it: a reload would lose unsaved input. */
async function open(link: string): Promise<void> {
  const [first] = await windows();
  if (!first) {
    await self.clients.openWindow(link);
    return;
  }
  // A browser may refuse to focus the window; it navigates anyway.
  await first.focus().catch(() => undefined);
  first.postMessage({ type: 'open', link });
}

/**
 * Passes the new subscription to an open window, whose session can register it; without one, the next start does it.
 */
async function renew(changed: PushSubscriptionChangeEvent): Promise<void> {
  const options = changed.oldSubscription?.options;
  if (options && !changed.newSubscription) await self.registration.pushManager.subscribe(options);
  for (const one of await windows()) one.postMessage({ type: 'push-changed' });
}

self.addEventListener('push', (event) => event.waitUntil(show(read(event.data))));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(ownPath(event.notification.data?.link)));
});
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
