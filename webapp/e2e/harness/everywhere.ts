import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sweep } from './seen';

const router = readFileSync(new URL('../../src/app/router.tsx', import.meta.url), 'utf8');
const declared = [...router.matchAll(/(open|inside)Page\(\s*'(\/[^']*)'/g)];

/** Every address that the app has, as the router lists them. */
export const routes = declared.map(([, , path]) => path as string);

const ofLayout = (wanted: 'open' | 'inside') =>
  declared.filter(([, layout]) => layout === wanted).map(([, , path]) => path as string);

/** Those of the layout that needs no session, and those of the layout that does. */
export const openRoutes = ofLayout('open');
export const insideRoutes = ofLayout('inside');

/** All addresses in three parts. To measure each page of a member takes so long that each part has a test of its own. */
const third = Math.ceil(routes.length / 3);
export const thirds = {
  'first third': routes.slice(0, third),
  'second third': routes.slice(third, 2 * third),
  'last third': routes.slice(2 * third),
};

/** Goes to every one of the addresses, and looks at those that do not redirect for this user. Returns their paths. */
export async function visitAll(
  page: Page,
  reference: string,
  look: () => Promise<unknown>,
  among = routes,
): Promise<string[]> {
  sweep(page.context());
  const seen: string[] = [];
  for (const route of among) {
    const path = route.replace(/\$\w+/, 'FRIEND22');
    // What some pages need to say more than that there is nothing.
    const query = path === '/otp-confirm-page' ? '?email=a@example.com' : `?reference=${reference}`;
    await page.goto(path + query);
    // The splash lasts a moment only, and has nothing but a picture.
    await page
      .locator('h1')
      .first()
      .waitFor()
      .catch(async (error: Error) => {
        const shown = (await page.locator('body').textContent()) ?? '';
        throw new Error(`${path} has no heading at ${page.url()}: “${shown.slice(0, 300)}”`, {
          cause: error,
        });
      });
    await expect.poll(() => page.getByText('Loading', { exact: true }).count(), { timeout: 10_000 }).toBe(0);
    if (new URL(page.url()).pathname !== path) continue;
    seen.push(path);
    await page.evaluate(() => document.fonts.ready);
    await look();
  }
  return seen;
}
