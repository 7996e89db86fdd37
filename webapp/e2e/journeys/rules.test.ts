import { readFileSync } from 'node:fs';
import { expect, expectAccessible, test } from '../harness/test';
import { field, heading, press } from '../screens/entry';

const ALIKE = 'Browser and server agree.';

test('any rule can be tried, gives the same result in browser and server, and is saved as a test vector', async ({
  page,
}) => {
  await page.goto('/sandbox');
  await page.getByRole('link', { name: 'Try out the rules' }).click();
  await heading(page, 'Rules').waitFor();
  await page.getByText(ALIKE).waitFor();

  await field(page, 'Rule').selectOption('loan.schedule');
  const input = {
    amount: '10000',
    currency: 'NGN',
    take_profit: '10',
    duration: 3,
    duration_unit: 'month',
    start: '2026-01-31',
    wait: 0,
    wait_unit: 'day',
  };
  await field(page, 'Input').fill(JSON.stringify(input));
  await page.getByTestId('answer-server').getByText('3666.67').waitFor();
  await page.getByText(ALIKE).waitFor();
  await expectAccessible(page);

  await field(page, 'What it shows').fill('ten thousand over three months');
  const [saved] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as a test vector')]);
  expect(saved.suggestedFilename()).toBe('loan.schedule.json');
  const file = JSON.parse(readFileSync(await saved.path(), 'utf8'));
  expect(file).toMatchObject({
    rule: 'loan.schedule',
    cases: [{ name: 'ten thousand over three months', input, expect: { total: '11000.00', valid: true } }],
  });
});

test('every rule gives the same result for its example, and a malformed call is reported', async ({
  page,
}) => {
  await page.goto('/sandbox/rules');
  await field(page, 'Rule').waitFor();
  const rules = await field(page, 'Rule').locator('option').allInnerTexts();
  expect(rules.length).toBeGreaterThan(80);
  // Some of each kind; `make parity` tries them all.
  for (const rule of [
    'form.register',
    'form.withdraw',
    'verification.steps',
    'branding.theme',
    'case.snake',
  ]) {
    await field(page, 'Rule').selectOption(rule);
    await page.getByText(ALIKE).waitFor();
  }
  // All six currencies have rates, so no other screen can ask about one without.
  await field(page, 'Rule').selectOption('wallet.ways');
  await field(page, 'Input').fill('{"currency": "EUR"}');
  await page.getByTestId('answer-server').getByText('EUR not supported yet!').waitFor();
  await page.getByText(ALIKE).waitFor();
  await field(page, 'Rule').selectOption('transfer.fee');
  await field(page, 'Input').fill('{"destination": "moon"}');
  await page.getByTestId('answer-server').getByText('wrong_type').waitFor();
  await page.getByText(ALIKE).waitFor();
  await field(page, 'Input').fill('{');
  await page.getByText('This is not JSON.').waitFor();
});
