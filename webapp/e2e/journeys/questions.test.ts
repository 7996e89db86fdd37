import type { Page } from 'playwright-core';
import { newContext } from '../harness/browser';
import { type Member, newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, openMenu, press } from '../screens/entry';

const ONBOARDING = 6;

/** A question's slide. */
const slideOf = (page: Page, number: number, of = ONBOARDING) =>
  page.getByRole('group', { name: `Question ${number} of ${of}` });

/** The number of answers stored on the server. */
async function savedBy(member: Member): Promise<number> {
  const { uuid } = await member.api.must<{ uuid: string }>('GET', '/auth/me');
  const { answers } = await member.api.must<{ answers: object }>('GET', `/user/answers/${uuid}`);
  return Object.keys(answers).length;
}

const shown = (page: Page, number: number, of = ONBOARDING) =>
  page.getByRole('status').getByText(`Question ${number} of ${of}`, { exact: true }).waitFor();

test('a user answers by touch and keyboard, continues after a reload, and sends the answers once', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  // The carousel really scrolls here: overlapping scrolls might move it away.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/questions');
  await heading(page, 'Investor profile').waitFor();
  await shown(page, 1);
  await expectAccessible(page);

  await slideOf(page, 1).getByText('A house, a car or a business').click();
  await press(page, 'Next question');
  // By keyboard: into the group, and along its answers.
  await slideOf(page, 2).getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  expect(await slideOf(page, 2).getByRole('radio').nth(1).isChecked()).toBe(true);

  await page.reload();
  await shown(page, 3);
  expect(await slideOf(page, 1).getByRole('radio', { checked: true, includeHidden: true }).count()).toBe(1);
  // The third is skipped: it is listed from then on, and the others continue.
  await press(page, 'Next question');
  await shown(page, 4);
  await page.getByText('Not answered yet:').waitFor();
  for (const number of [4, 5]) {
    await slideOf(page, number).getByRole('radio').last().check();
    await press(page, 'Next question');
    await shown(page, number + 1);
  }
  await page.getByRole('link', { name: 'Go to the dashboard' }).waitFor();
  await slideOf(page, 6).getByText('One chance in ten of N80,000').click();
  await press(page, 'Send answers');
  await page.getByRole('alert').getByText('Answer every question to send them.').waitFor();
  await shown(page, 3);
  await expectAccessible(page);
  // Nothing is sent without the button.
  expect(await savedBy(member)).toBe(0);

  await slideOf(page, 3).getByRole('radio').last().check();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/user/answers')) sent.push(request.url());
  });
  await page.getByRole('button', { name: 'Send answers' }).evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await page.waitForURL('**/success?**');
  await page.getByText(/You accept ups and downs/).waitFor();
  expect(sent.length).toBe(ONBOARDING);
  expect(await savedBy(member)).toBe(ONBOARDING);
  expect(await page.evaluate(() => localStorage.getItem('scores'))).toBe('{"onboarding":15}');

  // Only the changed answer is sent.
  await page.goto('/questions');
  await shown(page, 1);
  await slideOf(page, 1).getByRole('radio').first().check();
  await press(page, 'Send answers');
  await page.waitForURL('**/success?**');
  expect(sent.length).toBe(ONBOARDING + 1);
});

test('answers survive being offline and being refused', async ({ page, context, server, watch }) => {
  watch.allow(/ERR_FAILED .*\/user\/answers/);
  watch.allowOffline();
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/loan-questions');
  for (const number of [1, 2, 3, 4]) {
    await shown(page, number, 4);
    await slideOf(page, number, 4).getByRole('radio').first().check();
    if (number < 4) await press(page, 'Next question');
  }
  await context.setOffline(true);
  await page.getByText("You're offline. Your answers are kept").waitFor();
  expect(await page.getByRole('button', { name: 'Send answers' }).isDisabled()).toBe(true);
  await context.setOffline(false);
  await context.route('**/api/user/answers', (route) => route.abort());
  await press(page, 'Send answers');
  await page.getByText(/Your answers are kept\. Send them again\./).waitFor();
  expect(await savedBy(member)).toBe(0);
  await context.unroute('**/api/user/answers');
  await page.reload();
  await shown(page, 4, 4);
  await press(page, 'Send answers');
  await page.waitForURL('**/success?**');
  expect(await savedBy(member)).toBe(4);
});

test('a refused answer is named, and is the only one to be chosen again', async ({
  page,
  context,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/loan-questions');
  for (const number of [1, 2, 3, 4]) {
    await shown(page, number, 4);
    await slideOf(page, number, 4).getByRole('radio').first().check();
    if (number < 4) await press(page, 'Next question');
  }
  // As after a change of the question: the server refuses an unknown answer.
  let answers = 0;
  await context.route('**/api/user/answers', async (route) => {
    const body = route.request().postDataJSON();
    answers += 1;
    await route.continue(answers === 2 ? { postData: JSON.stringify({ ...body, answer: 'gone' }) } : {});
  });
  await press(page, 'Send answers');
  await page.getByRole('alert').getByText('Question 2: Choose one of the answers.').waitFor();
  await shown(page, 2, 4);
  expect(await slideOf(page, 2, 4).getByRole('radio', { checked: true }).count()).toBe(0);
  await expectAccessible(page);
  expect(await savedBy(member)).toBe(1);
  await slideOf(page, 2, 4).getByRole('radio').first().check();
  await press(page, 'Send answers');
  await page.waitForURL('**/success?**');
  // The first of them was not sent again.
  expect(answers).toBe(5);
  expect(await savedBy(member)).toBe(4);
});

test('unsent answers are not shown to the next user of the device', async ({ page, server }) => {
  const [first, next] = [await newMember(server.url), await newMember(server.url)];
  await arrive(page, first);
  await page.goto('/questions');
  await shown(page, 1);
  await slideOf(page, 1).getByRole('radio').first().check();
  await page.reload();
  await shown(page, 2);
  await openMenu(page);
  await press(page, 'Log out');
  await page.waitForURL('**/login');
  await arrive(page, next);
  await page.goto('/questions');
  await shown(page, 1);
  expect(await page.getByRole('radio', { checked: true, includeHidden: true }).count()).toBe(0);
});

test('three different security questions are answered', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/security');
  await page.getByRole('link', { name: 'Security questions' }).click();
  await field(page, 'Question 1').selectOption('security-1');
  await expectAccessible(page);
  expect(await field(page, 'Question 2').locator('option[value="security-1"]').count()).toBe(0);
  await press(page, 'Save answers');
  await expect.poll(() => field(page, 'Answer 1').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Answer 1').fill('Corona School');
  await field(page, 'Question 3').selectOption('security-3');
  await press(page, 'Save answers');
  await expect.poll(() => field(page, 'Answer 3').getAttribute('aria-invalid')).toBe('true');
  await expectAccessible(page);
  await field(page, 'Answer 3').fill('Garri');
  await press(page, 'Save answers');
  await page.getByText('Your answers are saved.').waitFor();
  await page
    .getByRole('group', { name: 'Security question 1' })
    .getByText('Answered. Type a new answer to replace it.')
    .waitFor();
  await page.reload();
  const chosen = () => Promise.all([1, 2].map((number) => field(page, `Question ${number}`).inputValue()));
  await expect.poll(async () => (await chosen()).toSorted()).toEqual(['security-1', 'security-3']);
  expect(await field(page, 'Answer 1').inputValue()).toBe('');
  await page.getByRole('link', { name: 'Back' }).click();
  await heading(page, 'Security and devices').waitFor();
});

test('the first view is chosen, and remembered on this device', async ({ page, server }) => {
  await arrive(page, await newMember(server.url));
  await page.goto('/settings/appearance');
  await page.getByRole('link', { name: 'Home screen' }).click();
  await heading(page, 'What would you like to see first?').waitFor();
  await expectAccessible(page);
  await press(page, /^Savings/);
  await page.waitForURL('**/dashboard');
  expect(await page.evaluate(() => localStorage.getItem('active account'))).toBe('savings');
  await page.goto('/select-app');
  const savings = page.getByRole('button', { name: /^Savings/ });
  await savings.waitFor();
  expect(await savings.getAttribute('aria-pressed')).toBe('true');
});

test('the questions about investing are offered after the first payment, until they are declined', async ({
  browser,
  server,
}) => {
  const { context, watch } = await newContext(browser, server.url, { tips: 'new' });
  const page = await context.newPage();
  const payer = await newFundedMember(server.url, '5000.00');
  const payee = await newMember(server.url);
  const { body } = await payer.api.transfer((await payee.api.wallet()).identity, '500', payer.pin);
  await arrive(page, payer);
  const receipt = `/send-sell-success?reference=${body.data.reference}`;
  await page.goto(receipt);
  await heading(page, 'How do you feel about risk?').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Answer them' }).click();
  await heading(page, 'Investor profile').waitFor();
  await page.goto(receipt);
  await press(page, 'Not now');
  await page.getByText('Earn extra N200').waitFor();
  await page.reload();
  await page.getByText('Earn extra N200').waitFor();
  expect(await heading(page, 'How do you feel about risk?').count()).toBe(0);
  expect(watch.unexpected()).toEqual([]);
  await context.close();
});
