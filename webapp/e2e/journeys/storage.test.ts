import type { BrowserContext, Page } from 'playwright-core';
import type { Session } from '../harness/api';
import { newFundedMember, newMember, newPerson } from '../harness/person';
import { test as base, expect } from '../harness/test';
import { arriveByForm, enterCode, field, press } from '../screens/entry';
import { acceptPrice, chooseWallet, enterAmount, enterPin, paidReference, sheet } from '../screens/wallet';

const test = base.extend({ serviceWorkers: 'allow' });

/** A PIN's digits also occur in times and identifiers: only a separate word counts. */
const found = (secret: string) =>
  new RegExp(`(?<![\\w.-])${secret.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.-])`);

/** Everything that the browser stores for the app, as text. */
const kept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const held: unknown[] = [
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      history.state,
      name,
    ];
    for (const { name: base } of await indexedDB.databases()) {
      if (base === undefined) continue;
      const database = await new Promise<IDBDatabase>((done, fail) => {
        const opening = indexedDB.open(base);
        opening.onsuccess = () => done(opening.result);
        opening.onerror = () => fail(opening.error);
      });
      for (const store of database.objectStoreNames)
        held.push(
          await new Promise((done) => {
            const reading = database.transaction(store).objectStore(store).getAll();
            reading.onsuccess = () => done(reading.result);
          }),
        );
      database.close();
    }
    // The encrypted record, as the app's own scripts could read it.
    const stored = held.flat() as (CryptoKey | { iv?: BufferSource; text?: BufferSource } | null)[];
    const key = stored.find((one) => one instanceof CryptoKey);
    for (const one of stored) {
      if (!key || one instanceof CryptoKey || !one?.iv || !one.text) continue;
      const text = await crypto.subtle.decrypt({ name: 'AES-GCM', iv: one.iv }, key, one.text);
      held.push(new TextDecoder().decode(text));
    }
    for (const key of await caches.keys()) {
      const cache = await caches.open(key);
      for (const request of await cache.keys()) {
        const answer = await cache.match(request);
        const isText = /json|html/.test(answer?.headers.get('content-type') ?? '');
        held.push(request.url, isText ? await answer?.text() : '');
      }
    }
    return JSON.stringify(held);
  });

/** The URLs of every request and connection, and their referrers. */
function addresses(context: BrowserContext): string[] {
  const seen: string[] = [];
  const follow = (page: Page) => {
    page.on('framenavigated', (frame) => void seen.push(frame.url()));
    page.on('websocket', (socket) => void seen.push(socket.url()));
  };
  context.on('request', (request) => void seen.push(request.url(), request.headers().referer ?? ''));
  context.pages().forEach(follow);
  context.on('page', follow);
  return seen;
}

test('no secret is stored in the browser or part of an address', async ({
  page,
  context,
  server,
  sandbox,
}) => {
  const asked = addresses(context);
  const secrets = new Map<string, string>();
  const answers: Promise<void>[] = [];
  // Secrets given by the server: session tokens and payment authorisations.
  context.on('response', (response) => {
    if (!/\/api\/(auth|wallet\/pin-confirm|realtime|broadcasting)/.test(response.url()) || !response.ok())
      return;
    answers.push(
      response.json().then(
        ({ data }: { data: Partial<Session> & { authorisation?: string; token?: string } }) => {
          for (const name of ['access_token', 'authorisation', 'token'] as const)
            if (data?.[name]) secrets.set(`${name} of ${new URL(response.url()).pathname}`, data[name]);
        },
        () => undefined,
      ),
    );
  });
  const expectNone = async (after: string) => {
    await Promise.all(answers);
    const places = { storage: await kept(page), addresses: asked.join('\n') };
    for (const [name, secret] of secrets)
      for (const [place, text] of Object.entries(places))
        expect(found(secret).test(text), `${name} in ${place} after ${after}`).toBe(false);
  };

  const member = await newFundedMember(server.url, '5000.00', newPerson('Grace', 'Akpan'));
  const payee = await newMember(server.url);
  const profile = { first_name: 'Grace', last_name: 'Akpan', gender: 'female', dob: '07-07-1976' };
  await member.api.must('POST', '/profile', profile);
  secrets.set('password', member.password);
  secrets.set('PIN', member.pin);
  await arriveByForm(page, member);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expectNone('the sign-in');
  expect([...secrets.keys()]).toContain('access_token of /api/auth/login');

  await page.goto('/settings/security');
  await press(page, 'Transaction PIN');
  const changed = '7294';
  secrets.set('new PIN', changed);
  await field(page, 'Old PIN').fill(member.pin);
  await field(page, 'New PIN').fill(changed);
  await field(page, 'Confirm PIN').fill(changed);
  await expectNone('typing a PIN');
  await press(page, 'Save PIN');
  await page.getByText('Transaction pin changed!').first().waitFor();
  await expectNone('a new PIN');

  await page.goto('/dashboard');
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '150', 'rent');
  await acceptPrice(page);
  await enterPin(page, changed);
  await paidReference(page);
  await expectNone('a payment');
  expect([...secrets.keys()]).toContain('authorisation of /api/wallet/pin-confirm');

  const bvn = '22100000007';
  secrets.set('BVN', bvn);
  await page.goto('/verify');
  await page.getByRole('button', { name: /^Identity/ }).click();
  await field(page, 'Number').fill(bvn);
  await expectNone('typing a BVN');
  await sheet(page).getByRole('button', { name: 'Send code', exact: true }).click();
  await sheet(page).getByText('080••••••07').waitFor();
  const code = await sandbox.code('08030000007');
  secrets.set('code', code);
  await enterCode(page, code);
  await page.getByText('Identify verification processed').waitFor();
  await expectNone('the BVN');

  const exchange = { key: 'key-of-grace-76543', secret: 'secret-of-grace-98765' };
  secrets.set('exchange key', exchange.key);
  secrets.set('exchange secret', exchange.secret);
  await page.goto('/settings/trading');
  await press(page, 'Connect Binance');
  await field(page, 'API key').fill(exchange.key);
  await field(page, 'API secret').fill(exchange.secret);
  await expectNone('typing the key of the exchange');
  await press(page, 'Connect');
  await page.getByText(/6543/).first().waitFor();
  await expectNone('the key of the exchange');

  await page.goto('/settings/notifications');
  await page.getByRole('switch', { name: 'Telegram alerts' }).click();
  const link = await sheet(page).getByRole('link', { name: 'Open Telegram' }).getAttribute('href');
  const start = new URL(link ?? '', server.url).searchParams.get('start') ?? '';
  expect(start.length).toBeGreaterThan(16);
  secrets.set('Telegram link', start);
  await expectNone('the link to Telegram');
  await press(page, 'Close');

  // Nothing remains after signing out.
  await press(page, 'Menu');
  await press(page, 'Log out');
  await page.waitForURL('**/login');
  await expectNone('the sign-out');
});
