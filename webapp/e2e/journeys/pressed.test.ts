import type { Locator, Page } from 'playwright-core';
import { newFundedMember, newMember } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, field, press } from '../screens/entry';
import { acceptPrice, chooseWallet, enterAmount, sheet } from '../screens/wallet';

/** After a longer delay, people press again. */
const MOST_MS = 100;
const TIMES = 5;

/** Milliseconds from the press to the first frame in which the control, or the page, looks different. */
async function answers(page: Page, control: Locator): Promise<number> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('the control is not visible');
  const times: number[] = [];
  for (let time = 0; time < TIMES; time += 1) {
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    const pressed = control.evaluate(async (element) => {
      const looks = () => {
        const parts = [element, ...element.querySelectorAll('*')].slice(0, 20);
        return parts
          .map((part) => {
            const { filter, scale, backgroundColor, color, opacity, boxShadow, transform } =
              getComputedStyle(part);
            return [filter, scale, backgroundColor, color, opacity, boxShadow, transform].join();
          })
          .join();
      };
      const frame = () => new Promise((done) => requestAnimationFrame(done));
      // Hovering causes a response too, which a finger does not get.
      for (let frames = 0; frames < 20; frames += 1) await frame();
      const before = looks();
      const start = await new Promise<number>((done) => {
        element.addEventListener('pointerdown', ({ timeStamp }) => done(timeStamp), {
          once: true,
          capture: true,
        });
        (element as HTMLElement).dataset.waits = '';
      });
      while (looks() === before && performance.now() - start < 1_000) await frame();
      return performance.now() - start;
    });
    await control.and(page.locator('[data-waits]')).waitFor();
    await page.mouse.down();
    times.push(await pressed);
    // Released elsewhere: nothing happens.
    await page.mouse.move(1, 1);
    await page.mouse.up();
    await control.evaluate((element) => delete (element as HTMLElement).dataset.waits);
  }
  return times.sort((one, other) => one - other)[Math.floor(TIMES / 2)] ?? 0;
}

test('a button, a row, a tab and a keypad key respond within a tenth of a second', async ({
  page,
  server,
}) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await payer.api.transfer((await payee.api.wallet()).identity, '10.00', payer.pin);
  await arrive(page, payer);
  const late: string[] = [];
  const expectSoon = async (name: string, control: Locator) => {
    const milliseconds = await answers(page, control);
    console.log(`pressed: ${name}: ${milliseconds.toFixed(0)} ms`);
    if (milliseconds > MOST_MS) late.push(`${name}: ${milliseconds.toFixed(0)} ms`);
  };
  await expectSoon('a button', page.getByRole('button', { name: 'Fund', exact: true }));
  await expectSoon('a tab', page.getByRole('tab', { name: 'Savings' }));
  await expectSoon(
    'a link of the menu',
    page.getByRole('navigation', { name: 'Main' }).getByRole('link').last(),
  );
  await page.goto('/transaction');
  await expectSoon('a row', page.getByRole('main').getByRole('listitem').first().getByRole('button').first());
  await page.goto('/settings/notifications');
  await expectSoon('a switch', page.getByRole('switch', { name: 'Email alerts' }));
  await page.goto('/dashboard');
  await press(page, 'Fund');
  await expectSoon('a row of a sheet', sheet(page).getByRole('button', { name: 'Card' }));
  await press(page, 'Close');
  await sheet(page).waitFor({ state: 'detached' });
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await field(page, 'Amount (NGN)').waitFor();
  await enterAmount(page, '10');
  await acceptPrice(page);
  await expectSoon('a key of the keypad', sheet(page).getByRole('button', { name: '5', exact: true }));
  expect(late).toEqual([]);
});
