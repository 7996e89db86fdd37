import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { sweep } from './seen';

const router = readFileSync(new URL('../../src/app/router.tsx', import.meta.url), 'utf8');
const declared = [...router.matchAll(/(open|inside)Page\(\s*'(\/[^']*)'/g)];
const places = readFileSync(new URL('../../src/routes/settings/places.ts', import.meta.url), 'utf8');
/** The pages beside the list of the settings. */
const settings = new Set([...places.matchAll(/ page: '(\w+)'/g)].map(([, page]) => `/settings/${page}`));

/** All paths of the app, as the router lists them. */
export const routes = [...declared.map(([, , path]) => path as string), ...settings];

const ofLayout = (wanted: 'open' | 'inside') =>
  declared.filter(([, layout]) => layout === wanted).map(([, , path]) => path as string);

/** Paths of the layout without a session, and of the layout that requires one. */
export const openRoutes = ofLayout('open');
export const insideRoutes = [...ofLayout('inside'), ...settings];

/** All paths in three parts: checking each page as a member takes long, so each part has its own test. */
const third = Math.ceil(routes.length / 3);
export const thirds = {
  'first third': routes.slice(0, third),
  'second third': routes.slice(third, 2 * third),
  'last third': routes.slice(2 * third),
};

/** Visits each path and checks the pages that do not redirect this user. Returns their paths. */
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
    // Parameters without which some pages would only show an empty state.
    const query = path === '/otp-confirm-page' ? '?email=a@example.com' : `?reference=${reference}`;
    await page.goto(path + query);
    // The splash is shown briefly and has only a picture.
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
