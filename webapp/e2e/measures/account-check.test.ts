import { newFundedMember } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, press } from '../screens/entry';

const payments = 10_000;

/** One line of the account, repeated: the seal does not fit, but every decision is worked out again. */
test('the check of an account with ten thousand transactions', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  await arrive(page, member);
  await page.goto('/account-check');
  await page.route('**/api/decisions?**', async (route) => {
    const response = await route.fetch();
    const [line, closing] = (await response.text()).split('\n');
    await route.fulfill({ response, body: `${`${line}\n`.repeat(payments)}${closing}\n` });
  });
  const begun = Date.now();
  await press(page, 'Check now');
  await page.getByText('Nothing differs').waitFor();
  const seconds = (Date.now() - begun) / 1000;
  expect(await page.getByText(payments.toLocaleString('en-NG'), { exact: true }).count()).toBe(1);
  console.log(`check of an account: ${payments} transactions in ${seconds.toFixed(2)} s`);
});
