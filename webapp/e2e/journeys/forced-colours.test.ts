import type { Locator, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { newContext } from '../harness/browser';
import { newFundedMember, newMember } from '../harness/person';
import { still } from '../harness/settled';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { moneyStages } from '../screens/stages';
import { sheet } from '../screens/wallet';

/** Controls without an edge: no border, no outline and no background of their own. */
const withoutEdge = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const clear = (colour: string) => /^rgba\(.*, 0\)$/.test(colour);
    const groundOf = (element: Element | null): string => {
      for (let at = element; at; at = at.parentElement) {
        const { backgroundColor } = getComputedStyle(at);
        if (!clear(backgroundColor)) return backgroundColor;
      }
      return '';
    };
    const hasEdge = (element: Element): boolean => {
      const style = getComputedStyle(element);
      const ground = groundOf(element.parentElement);
      const bordered = ['Top', 'Bottom'].every((side) => {
        const [width, kind, colour] = ['Width', 'Style', 'Color'].map(
          (part) => style[`border${side}${part}` as 'borderTopWidth'],
        );
        return width !== '0px' && kind !== 'none' && colour !== ground && !clear(colour ?? '');
      });
      const outlined = style.outlineStyle !== 'none' && style.outlineWidth !== '0px';
      return bordered || outlined || (!clear(style.backgroundColor) && style.backgroundColor !== ground);
    };
    const controls = document.querySelectorAll(
      'button, [role="tab"], [role="switch"], select, textarea, input:not([type="radio"], [type="checkbox"], [type="range"], [type="file"])',
    );
    return [...controls]
      .filter((control) => {
        const { width, opacity } = getComputedStyle(control);
        if (!control.checkVisibility() || control.closest('.sr-only') || Number.parseFloat(width) < 4)
          return false;
        // The element drawn in place of a hidden field.
        const drawn =
          opacity === '0' ? [...(control.parentElement?.querySelectorAll('span') ?? [])] : [control];
        return !drawn.some(hasEdge);
      })
      .map((control) => `${location.pathname}: ${control.outerHTML.slice(0, 120)}`);
  });

/** The share of a control, from 0 to 1, that looks different after an action. */
async function difference(control: Locator, act: () => Promise<unknown>): Promise<number> {
  const page = control.page();
  const picture = async () => {
    await page.mouse.move(0, 0);
    await still(page);
    return PNG.sync.read(await control.screenshot({ animations: 'disabled', caret: 'hide' }));
  };
  const before = await picture();
  await act();
  const after = await picture();
  let differs = 0;
  for (let at = 0; at < Math.min(before.data.length, after.data.length); at += 4)
    if ([0, 1, 2].some((part) => Math.abs((before.data[at + part] ?? 0) - (after.data[at + part] ?? 0)) > 60))
      differs += 1;
  return differs / (before.width * before.height);
}

test('in forced colours, controls have edges and chosen ones are visible', async ({ browser, server }) => {
  const { context, watch } = await newContext(browser, server.url, { forcedColors: 'active' });
  const page = await context.newPage();
  const [payer, payee] = [await newFundedMember(server.url, '20000.00'), await newMember(server.url)];
  const found: string[] = [];
  const look = async () => {
    found.push(...(await withoutEdge(page)));
    await expectAccessible(page);
  };
  await page.goto('/login');
  await look();
  await arrive(page, payer);
  await look();
  for (const path of ['/transaction', '/services', '/saves', '/settings', '/verify', '/chat']) {
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look();
  }
  await moneyStages(page, payee, look);
  expect([...new Set(found)]).toEqual([]);

  // The chosen tab.
  await page.goto('/services');
  const tabs = page.getByRole('tablist').first();
  const power = page.getByRole('tab', { name: 'Power' });
  expect(await difference(power, () => power.click()), 'a chosen tab').toBeGreaterThan(0.05);
  await tabs.waitFor();
  // A switch that is on.
  await page.goto('/settings/notifications');
  const alerts = page.getByRole('switch', { name: 'Email alerts' });
  await alerts.waitFor();
  const on = await difference(alerts, async () => {
    await alerts.click();
    await expect.poll(() => alerts.getAttribute('aria-checked')).toBe('true');
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  });
  expect(on, 'a switch that is on').toBeGreaterThan(0.005);
  // The typed digits of a PIN.
  await page.goto('/settings/security');
  await press(page, 'Transaction PIN');
  const digits = field(page, 'New PIN');
  const boxes = digits.locator('xpath=..');
  const typed = await difference(boxes, async () => {
    await digits.fill('25');
    await digits.blur();
  });
  expect(typed, 'digits that were typed').toBeGreaterThan(0.002);
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
  // The payment method.
  await page.goto('/saves?all=yes');
  await page.getByRole('button', { name: 'Start saving: Target Savings' }).click();
  await field(page, 'What are you saving for?').fill('School fees');
  await field(page, 'Amount of each instalment (NGN)').fill('2000');
  const way = sheet(page).getByRole('radio', { name: 'Wallet' });
  const label = sheet(page).locator('label').filter({ hasText: 'Wallet' });
  expect(await difference(label, () => way.check()), 'a chosen way to pay').toBeGreaterThan(0.005);
  // The current page in the menu.
  await page.goto('/dashboard');
  const [here, elsewhere] = ['Home', 'Settings'].map((name) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }),
  );
  const looks = (link: Locator | undefined) =>
    link?.evaluate((element) => {
      const { backgroundColor, color, borderTopWidth, outlineStyle, textDecorationLine } =
        getComputedStyle(element);
      return [backgroundColor, color, borderTopWidth, outlineStyle, textDecorationLine].join();
    });
  expect(await looks(here)).not.toBe(await looks(elsewhere));
  expect(watch.unexpected()).toEqual([]);
  await context.close();
});
