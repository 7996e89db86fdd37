import { insideRoutes } from '../harness/everywhere';
import { expect, test } from '../harness/test';
import { field } from '../screens/entry';

test('every page that needs a session leads a visitor to the sign-in', async ({ page }) => {
  expect(insideRoutes).toContain('/dashboard');
  for (const route of insideRoutes) {
    await page.goto(route.replace(/\$\w+/, 'FRIEND22'));
    await page.waitForURL('**/login', { timeout: 10_000 });
    await field(page, 'Password').waitFor();
  }
});
