import { expect, test } from '../harness/test';
import { field } from '../screens/entry';

/** The same ceilings as `make size`, here for what really crosses the wire. Bytes. */
const budget = { js: 150_000, css: 15_000, wasm: 96_000 };
/** Smaller files are not worth compressing. Bytes. */
const smallest = 1_000;

test('the first load of the sign-in is small, and nothing is fetched from elsewhere', async ({
  page,
  server,
}) => {
  const kinds: Record<string, number> = { js: 0, css: 0, wasm: 0 };
  const foreign: string[] = [];
  const plain: string[] = [];
  const pending: Promise<void>[] = [];
  page.on('response', (response) => {
    const url = new URL(response.url());
    if (url.origin !== server.url && url.protocol !== 'data:') foreign.push(response.url());
    const kind = url.pathname.split('.').pop() ?? '';
    if (!(kind in kinds)) return;
    pending.push(
      response
        .request()
        .sizes()
        .then(({ responseBodySize }) => {
          kinds[kind] = (kinds[kind] ?? 0) + responseBodySize;
        }),
    );
    const { 'content-encoding': encoding, 'content-length': length } = response.headers();
    if (encoding !== 'br' && Number(length ?? Number.POSITIVE_INFINITY) > smallest) plain.push(url.pathname);
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await field(page, 'Email').waitFor();
  await Promise.all(pending);
  console.log(`first load of /login, bytes: ${JSON.stringify(kinds)}`);
  expect(foreign, 'fetched from elsewhere').toEqual([]);
  expect(plain, 'sent uncompressed').toEqual([]);
  for (const [kind, most] of Object.entries(budget)) expect(kinds[kind], kind).toBeLessThanOrEqual(most);
  expect(Object.values(kinds).every((bytes) => bytes > 0)).toBe(true);
});
