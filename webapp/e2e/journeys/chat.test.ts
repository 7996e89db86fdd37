import type { Page } from 'playwright-core';
import { type Member, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';

const log = (page: Page) => page.getByRole('log', { name: 'Conversation with support' });
const said = (page: Page, text: string) => log(page).getByText(text, { exact: true });
const written = (page: Page) => field(page, 'Message');

async function openChat(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('link', { name: /^Chat/ }).click();
  await heading(page, 'Chat with support').waitFor();
}

type Message = { message: string; mine: boolean };
const PATIENCE = { timeout: 10_000 };

const onServer = async ({ api }: Member): Promise<string[]> => {
  const { messages } = await api.must<{ messages: Message[] }>('GET', '/support/messages');
  return messages.map(({ message }) => message);
};

/** Nothing is covered by the header above or the elements below. */
async function expectNothingHangsOver(page: Page): Promise<void> {
  const { wide, seen } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth,
    seen: document.documentElement.clientWidth,
  }));
  expect(wide).toBeLessThanOrEqual(seen);
}

test('a question is asked, and the answer arrives without a reload', async ({ page, server, sandbox }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await openChat(page);
  await page.getByText('How can we help?').waitFor();
  await expectAccessible(page);

  await written(page).fill('I forgot my PIN.');
  await page.keyboard.press('Shift+Enter');
  await page.keyboard.type('What now?');
  expect(await onServer(member)).toEqual([]);
  await page.keyboard.press('Enter');
  await said(page, 'I forgot my PIN.\nWhat now?').waitFor();
  await expect.poll(() => onServer(member)).toEqual(['I forgot my PIN.\nWhat now?']);
  await expect.poll(() => log(page).getByText(', sent').count(), PATIENCE).toBe(1);
  // The field is empty, and the user can keep writing.
  expect(await written(page).inputValue()).toBe('');
  expect(await written(page).evaluate((area) => area === document.activeElement)).toBe(true);

  await sandbox.answer(member.user.uuid, 'Open Settings, then "Forgot PIN".');
  await said(page, 'Open Settings, then "Forgot PIN".').waitFor();
  await log(page).getByText('Support', { exact: true }).waitFor();
  expect(await log(page).getByText('Today').count()).toBe(1);
  await expectAccessible(page);
  await expectNothingHangsOver(page);

  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click();
  await press(page, 'Night mode');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expectAccessible(page);
});

test('violations are shown while typing, and the text stays', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await openChat(page);
  await written(page).fill('x'.repeat(2_003));
  await page.getByText('Use at most 2000 characters: this is 3 too many.').waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  expect(await written(page).inputValue()).toHaveLength(2_003);
  await written(page).fill('turned \u202e round');
  await page.getByText('Leave out characters that cannot be seen.').waitFor();
  // An unpaired surrogate, as a paste may leave it.
  await written(page).fill('half \ud83d of one');
  expect(await written(page).inputValue()).toBe('half \ufffd of one');
  await written(page).fill('   ');
  await page.keyboard.press('Enter');
  expect(await onServer(member)).toEqual([]);
  await written(page).fill('x'.repeat(2_000));
  await page.keyboard.press('Enter');
  await expect.poll(() => onServer(member)).toEqual(['x'.repeat(2_000)]);
});

test('a message written offline fails, is retried, and is stored once', async ({
  page,
  context,
  server,
  watch,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await openChat(page);
  await written(page).waitFor();

  watch.allowOffline();
  await context.setOffline(true);
  await written(page).fill('Are you there?');
  await press(page, 'Send');
  await log(page).getByText('Not sent.').waitFor();
  // Text stays visible while offline.
  const notice = await page.getByText('Oops! No internet connection.').boundingBox();
  const box = await written(page).boundingBox();
  expect(box && notice && box.y + box.height <= notice.y).toBe(true);
  await expectAccessible(page);
  expect(await onServer(member)).toEqual([]);

  await context.setOffline(false);
  // The server stores it, and the response is lost.
  let lost = 0;
  await page.route('**/api/support/messages', async (route) => {
    if (route.request().method() !== 'POST' || lost > 0) return route.continue();
    lost += 1;
    await route.fetch();
    await route.abort('connectionreset');
  });
  watch.allow(/net::ERR_CONNECTION_RESET/);
  await press(page, 'Try again');
  await expect.poll(() => onServer(member)).toEqual(['Are you there?']);
  // It arrived, so it is shown as sent, however its response was lost.
  await expect.poll(() => log(page).getByText(', sent').count(), PATIENCE).toBe(1);
  await expect
    .poll(() =>
      log(page)
        .getByText(/Not sent/)
        .count(),
    )
    .toBe(0);
  await written(page).fill('Good.');
  await page.keyboard.press('Enter');
  await expect.poll(() => onServer(member)).toEqual(['Are you there?', 'Good.']);
  await expect.poll(() => log(page).getByRole('article').count()).toBe(2);
  expect(lost).toBe(1);
});

test('unread messages are counted on the chat icon until they are seen', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  await sandbox.answer(member.user.uuid, 'Welcome!');
  await sandbox.answer(member.user.uuid, 'We are here.');
  await arrive(page, member);
  const icon = page.getByRole('banner').getByRole('link', { name: 'Chat, 2 unread' });
  await icon.waitFor();
  await expectAccessible(page);

  // The PIN row refers users to the chat: its icon must be in view.
  await page.goto('/verify');
  await press(page, /^Transaction PIN/);
  await page.getByText('Open the chat icon to request a reset pin.').waitFor();
  const box = await icon.boundingBox();
  expect(box !== null && box.y >= 0 && box.y + box.height <= 844).toBe(true);

  await icon.click();
  await said(page, 'We are here.').waitFor();
  await page.getByRole('banner').getByRole('link', { name: 'Chat', exact: true }).waitFor();
});

test('a long conversation loads older messages and stays readable on narrow screens', async ({
  page,
  server,
  sandbox,
}) => {
  const member = await newMember(server.url);
  for (let number = 1; number <= 33; number += 1)
    await sandbox.answer(member.user.uuid, `Line ${number} ${'wide'.repeat(30)}`);
  await page.setViewportSize({ width: 320, height: 640 });
  await arrive(page, member);
  await openChat(page);
  await log(page)
    .getByText(/^Line 33 /)
    .waitFor();
  expect(await page.getByText(/^Line 3 /).count()).toBe(0);
  await expect
    .poll(() =>
      log(page)
        .getByText(/^Line 33 /)
        .evaluate((one) => one.getBoundingClientRect().bottom < innerHeight),
    )
    .toBe(true);
  await press(page, 'Earlier messages');
  await page.getByText(/^Line 1 /).waitFor();
  // Messages from before the first visit are not announced as new.
  expect(
    await log(page)
      .getByText(/^Line 1 /)
      .count(),
  ).toBe(0);
  expect(await page.getByRole('button', { name: 'Earlier messages' }).count()).toBe(0);
  await expectNothingHangsOver(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await expectNothingHangsOver(page);
  await expectAccessible(page);
});

test('a missing channel is reported as such', async ({ page, server }) => {
  const member = await newMember(server.url);
  await page.route('**/api/auth/chat', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: { channels: unknown[] } };
    body.data.channels = [];
    await route.fulfill({ response: answer, json: body });
  });
  await arrive(page, member);
  await openChat(page);
  await page.getByRole('alert').getByText('No channel found').waitFor();
  await expectAccessible(page);
});

/** Four blue pixels. */
const PICTURE = Buffer.from(
  'Qk1GAAAAAAAAADYAAAAoAAAAAgAAAAIAAAABABgAAAAAABAAAAATCwAAEwsAAAAAAAAAAAAA/wAA/wAAAAD/AAD/AAAAAA==',
  'base64',
);

test('a file still uploading delays the message, and the form says so', async ({ page, server, watch }) => {
  watch.allow(/ERR_FAILED/);
  const member = await newMember(server.url);
  await arrive(page, member);
  await openChat(page);
  await page.route('**/api/support/attachments*', (route) => route.abort());
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
  await page
    .getByLabel('Attach a file')
    .setInputFiles({ name: 'id.pdf', mimeType: 'application/pdf', buffer: pdf });
  await page.getByText('It was not sent.').waitFor();
  await written(page).fill('Here it is.');
  await page.keyboard.press('Enter');
  await page.getByText('A file was not sent. Remove it, or add it again.').waitFor();
  expect(await onServer(member)).toEqual([]);
  await press(page, 'Remove id.pdf');
  await page.keyboard.press('Tab');
  await press(page, 'Send');
  await said(page, 'Here it is.').waitFor();
});

test('files are sent with a message: a picture is shown, a document is saved, any other file is refused', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await openChat(page);
  const pdf = Buffer.from('%PDF-1.7\n%%EOF\n');
  await page.getByLabel('Attach a file').setInputFiles([
    { name: 'card.bmp', mimeType: 'image/bmp', buffer: PICTURE },
    { name: 'statement.pdf', mimeType: 'application/pdf', buffer: pdf },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from('<script>1</script>') },
  ]);
  const files = page.getByRole('list', { name: 'Files to send' });
  await expect.poll(() => files.getByRole('listitem').count()).toBe(3);
  await expect.poll(() => files.getByText('Sending').count(), PATIENCE).toBe(0);
  await expectAccessible(page);
  // Refused files are reported and do not block the others.
  await files.getByRole('listitem').filter({ hasText: 'page.html' }).locator('.text-negative').waitFor();
  await press(page, 'Send');
  await expect.poll(() => files.getByRole('listitem').count()).toBe(0);
  const picture = log(page).getByRole('img', { name: 'card.bmp' });
  await picture.waitFor();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(2);
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await press(page, 'statement.pdf');
  expect((await saving).suggestedFilename()).toBe('statement.pdf');
  await picture.click();
  await page.getByRole('dialog', { name: 'card.bmp' }).getByRole('img').waitFor();
  await expectAccessible(page);
});
