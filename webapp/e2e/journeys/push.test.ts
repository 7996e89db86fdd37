import { randomUUID } from 'node:crypto';
import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import type { VirtualAccount } from '../harness/api';
import { type Member, newMember } from '../harness/person';
import type { Server } from '../harness/server';
import { expect, expectAccessible, testInWhole } from '../harness/test';
import { arrive } from '../screens/entry';

const test = testInWhole.extend({ serviceWorkers: 'allow' });

/** A browser's keys (RFC 8291, appendix A). */
const KEYS = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
};

const address = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;

/** The browser's connection to its vendor's push service, which tests cannot reach. */
async function stubPushManager(page: Page, endpoint: string): Promise<void> {
  await page.addInitScript(
    ({ first, keys }) => {
      // A blank page has no storage, and nothing to subscribe for.
      if (location.protocol === 'about:') return;
      const kept = () => sessionStorage.getItem('push-stub');
      const subscription = (key: string) => {
        const endpoint = sessionStorage.getItem('push-endpoint') ?? first;
        const padded = key.replaceAll('-', '+').replaceAll('_', '/');
        const bytes = Uint8Array.from(atob(padded), (one) => one.charCodeAt(0));
        return {
          endpoint,
          options: { userVisibleOnly: true, applicationServerKey: bytes.buffer },
          toJSON: () => ({ endpoint, expirationTime: null, keys }),
          unsubscribe: async () => {
            sessionStorage.removeItem('push-stub');
            return true;
          },
        };
      };
      PushManager.prototype.getSubscription = async () => {
        const key = kept();
        return key === null ? null : (subscription(key) as unknown as PushSubscription);
      };
      PushManager.prototype.subscribe = async (options) => {
        const key = String(options?.applicationServerKey);
        sessionStorage.setItem('push-stub', key);
        return subscription(key) as unknown as PushSubscription;
      };
    },
    { first: endpoint, keys: KEYS },
  );
}

/** Delivers a message as a push service does after the browser has decrypted it. */
async function deliverer(page: Page): Promise<(payload: string) => Promise<void>> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const session: CDPSession = await page.context().newCDPSession(page);
  const origin = new URL(page.url()).origin;
  const registered = new Promise<string>((done) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const ours = registrations.find((one) => one.scopeURL.startsWith(origin) && !one.isDeleted);
      if (ours) done(ours.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  return async (data) => {
    await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  };
}

const pushSwitch = (page: Page, on: boolean) =>
  page.getByRole('switch', { name: 'Push notifications', checked: on });

const notifications = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, link: data.link }));
  });

const notice = (title: string, link = '/settings') => JSON.stringify({ title, body: 'A sentence.', link });

/** A signed-in user whose browser has already allowed notifications. */
async function allowed(
  page: Page,
  context: BrowserContext,
  server: Server,
): Promise<{ member: Member; endpoint: string; account: VirtualAccount }> {
  const member = await newMember(server.url);
  const account = await member.api.must<VirtualAccount>('POST', '/accounts/fund', { type: 'NGN' });
  const endpoint = address();
  await context.grantPermissions(['notifications'], { origin: server.url });
  await stubPushManager(page, endpoint);
  return { member, endpoint, account };
}

test('if notifications are allowed, the browser is registered at the start, until they are switched off', async ({
  page,
  context,
  server,
  sandbox,
}) => {
  const { member, endpoint, account } = await allowed(page, context, server);
  await arrive(page, member);
  await page.goto('/settings/notifications');
  await pushSwitch(page, true).waitFor();
  await sandbox.credit(account.account_number, '2500.50');
  const sent = await sandbox.push(endpoint);
  expect(Object.keys(JSON.parse(sent.payload)).sort()).toEqual(['body', 'link', 'title']);
  expect(sent.payload).not.toMatch(/2500|2,500/);
  await page.goto('/sandbox');
  await page.getByText(sent.payload).waitFor();
  await expectAccessible(page);

  await page.goto('/settings/notifications');
  await pushSwitch(page, true).click();
  await pushSwitch(page, false).waitFor();
  await page.reload();
  await pushSwitch(page, false).waitFor();
  await expectAccessible(page);
  await pushSwitch(page, false).click();
  await pushSwitch(page, true).waitFor();
  await expectAccessible(page);
});

test('while the app is visible, a message is a toast with title and text, and a credit is announced once', async ({
  page,
  context,
  server,
  sandbox,
}) => {
  const { member, endpoint, account } = await allowed(page, context, server);
  await arrive(page, member);
  await page.goto('/settings/notifications');
  await pushSwitch(page, true).waitFor();
  const deliver = await deliverer(page);
  await deliver(notice('Your password was changed'));
  await page.getByText('Your password was changed', { exact: true }).waitFor();
  await page.getByText('A sentence.', { exact: true }).waitFor();
  await expectAccessible(page);
  await page.getByText('A sentence.', { exact: true }).waitFor({ state: 'detached', timeout: 7_000 });

  await page.goto('/bank-transfer');
  await page.getByText('Waiting for your transfer.').waitFor();
  await sandbox.credit(account.account_number, '2500.50');
  await page.waitForURL('**/bank-transfer-success**');
  await page.getByText('Transaction received', { exact: true }).waitFor();
  await deliver((await sandbox.push(endpoint)).payload);
  await deliver(notice('Something else'));
  await page.getByText('Something else', { exact: true }).waitFor();
  expect(await page.getByText('Money has arrived in your NGN wallet.').count()).toBe(0);
  expect(await notifications(page)).toEqual([]);
});

test('while the app is closed, a message is a notification that opens its page and no other site', async ({
  page,
  context,
  server,
}) => {
  const { member } = await allowed(page, context, server);
  await arrive(page, member);
  const deliver = await deliverer(page);
  await page.goto('about:blank');
  await deliver(notice('Your transaction PIN was reset'));
  await deliver(notice('Elsewhere', 'https://evil.example/'));
  await deliver('not one of ours');
  await page.goto('/dashboard');
  await page.getByTestId('balance').waitFor();
  await expect
    .poll(() => notifications(page))
    .toEqual(
      expect.arrayContaining([
        { title: 'Your transaction PIN was reset', body: 'A sentence.', link: '/settings' },
        { title: 'Elsewhere', body: 'A sentence.', link: '/' },
        { title: 'You have a new message', body: '', link: '/' },
      ]),
    );

  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
    };
    const shown = await scope.registration.getNotifications();
    const notification = shown.find(({ title }) => title.includes('PIN'));
    if (!notification) throw new Error('The notification is gone.');
    dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }));
  });
  await page.waitForURL('**/settings');
  expect((await notifications(page)).map(({ title }) => title)).not.toContain(
    'Your transaction PIN was reset',
  );
});

test('a browser whose subscription changes receives messages on the new one', async ({
  page,
  context,
  server,
  sandbox,
}) => {
  const { member, account } = await allowed(page, context, server);
  await arrive(page, member);
  await page.goto('/settings/notifications');
  await pushSwitch(page, true).waitFor();
  const moved = address();
  const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
  await page.evaluate((endpoint) => sessionStorage.setItem('push-endpoint', endpoint), moved);
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(() => {
    const scope = globalThis as unknown as { ExtendableEvent: new (type: string) => Event };
    dispatchEvent(new scope.ExtendableEvent('pushsubscriptionchange'));
  });
  await saved;
  await sandbox.credit(account.account_number, '10.00');
  expect((await sandbox.push(moved)).payload).toContain('Transaction received');
});

test('offline, the switch stays as it is and says why', async ({ page, context, server, watch }) => {
  watch.allowOffline();
  const { member } = await allowed(page, context, server);
  await arrive(page, member);
  await page.goto('/settings/notifications');
  await pushSwitch(page, true).waitFor();
  await context.setOffline(true);
  await pushSwitch(page, true).click();
  await page
    .locator('main')
    .getByText(/connection/)
    .waitFor();
  await pushSwitch(page, true).waitFor();
  await context.setOffline(false);
  await pushSwitch(page, true).click();
  await pushSwitch(page, false).waitFor();
});

test('permission is not requested on arrival, and blocked notifications and failures are explained', async ({
  page,
  browser,
  server,
}) => {
  const member = await newMember(server.url);
  await page.addInitScript(() => {
    const asked = Notification.requestPermission.bind(Notification);
    Notification.requestPermission = (...rest) => {
      document.documentElement.dataset.asked = 'yes';
      return asked(...rest);
    };
  });
  const session = await browser.newBrowserCDPSession();
  const { targetInfo } = await (await page.context().newCDPSession(page)).send('Target.getTargetInfo');
  const permit = (setting: 'denied' | 'granted' | 'prompt') =>
    session.send('Browser.setPermission', {
      permission: { name: 'notifications' },
      setting,
      origin: server.url,
      ...(targetInfo.browserContextId && { browserContextId: targetInfo.browserContextId }),
    });
  await permit('prompt');
  await arrive(page, member);
  await page.goto('/settings/notifications');
  await pushSwitch(page, false).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBeUndefined();

  await permit('granted');
  await page.evaluate(() => {
    PushManager.prototype.subscribe = () =>
      Promise.reject(new DOMException('push service error', 'AbortError'));
  });
  await pushSwitch(page, false).click();
  await page.getByText('Push notifications could not be changed.').waitFor();
  await pushSwitch(page, false).waitFor();
  expect(await page.evaluate(() => document.documentElement.dataset.asked)).toBe('yes');
  await expectAccessible(page);

  await permit('denied');
  await page.reload();
  await page.getByText('Notifications are blocked for this app.').waitFor();
  expect(await pushSwitch(page, false).isDisabled()).toBe(true);
  await expectAccessible(page);
});

test('a browser without push support says so', async ({ page, server }) => {
  const member = await newMember(server.url);
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, 'PushManager');
  });
  await arrive(page, member);
  await page.goto('/settings/notifications');
  await page.getByText('This browser cannot receive them.').waitFor();
  expect(await pushSwitch(page, false).isDisabled()).toBe(true);
  await expectAccessible(page);
});
