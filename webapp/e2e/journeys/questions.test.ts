import { newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';

test('somebody answers the questions, by touch and by keyboard, and goes on after a reload', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/questions');
  await heading(page, 'Investor profile').waitFor();
  const status = page.getByText(/^Question \d of 6$/);
  await expect.poll(() => status.textContent()).toBe('Question 1 of 6');
  await expectAccessible(page);
  const slide = (number: number) => page.getByRole('group', { name: `Question ${number} of 6` });
  const { uuid } = await member.api.must<{ uuid: string }>('GET', '/auth/me');
  const saved = (count: number) =>
    expect
      .poll(async () => {
        const path = `/user/answers/${uuid}`;
        const { answers } = await member.api.must<{ answers: Record<string, string> }>('GET', path);
        return Object.keys(answers).length;
      })
      .toBe(count);

  await slide(1).getByText('A house, a car or a business').click();
  await saved(1);
  await press(page, 'Next question');
  // The keyboard: into the group, and along its answers.
  await slide(2).getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await saved(2);
  expect(await slide(2).getByRole('radio').nth(1).isChecked()).toBe(true);

  await page.reload();
  await expect.poll(() => status.textContent()).toBe('Question 3 of 6');
  for (const number of [3, 4, 5]) {
    await slide(number).getByRole('radio').last().check();
    await saved(number);
    await press(page, 'Next question');
    await expect.poll(() => status.textContent()).toBe(`Question ${number + 1} of 6`);
  }
  await slide(6).getByRole('link', { name: 'Go to the dashboard' }).waitFor();
  // Arrow keys pass over answers: they do not leave the page.
  await slide(6).getByRole('radio').first().focus();
  await page.keyboard.press('ArrowDown');
  await saved(6);
  await slide(6).getByRole('button', { name: 'Finish' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/questions');
  await slide(6).getByText('One chance in ten of N80,000').click();
  await page.waitForURL('**/success?**');
  await page.getByText(/You accept ups and downs/).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('scores'))).toBe('15');
});

test('an answer that does not reach the server is not shown as saved', async ({
  page,
  context,
  server,
  watch,
}) => {
  watch.allow(/ERR_FAILED .*\/user\/answers/);
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/loan-questions');
  const first = page.getByRole('group', { name: 'Question 1 of 4' }).getByRole('radio').first();
  await first.waitFor();
  await context.route('**/api/user/answers', (route) => route.abort());
  await first.click();
  await expect.poll(() => first.isChecked()).toBe(false);
});

test('three security questions, each asked once', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Security questions' }).click();
  await field(page, 'Question 1').selectOption('security-1');
  await expectAccessible(page);
  expect(await field(page, 'Question 2').locator('option[value="security-1"]').count()).toBe(0);
  const card = page.getByRole('form', { name: 'Security question 1' });
  await card.getByRole('button', { name: 'Save answer' }).click();
  await expect.poll(() => field(page, 'Answer 1').getAttribute('aria-invalid')).toBe('true');
  await field(page, 'Answer 1').fill('Corona School');
  await card.getByRole('button', { name: 'Save answer' }).click();
  await page.getByText('Your answer is saved.').waitFor();
  await card.getByText('Answered. Type a new answer to replace it.').waitFor();
  await page.reload();
  await expect.poll(() => field(page, 'Question 1').inputValue()).toBe('security-1');
  expect(await field(page, 'Answer 1').inputValue()).toBe('');
  await page.getByRole('link', { name: 'Back' }).click();
  await heading(page, 'Settings').waitFor();
});

test('what one sees first is chosen, and kept on this device', async ({ page, server }) => {
  await arrive(page, await newMember(server.url));
  await page.goto('/settings');
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
