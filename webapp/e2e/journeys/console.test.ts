import { newFundedMember, newMember } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { liveAt } from '../harness/time';
import { arrive, field, heading, press } from '../screens/entry';
import { payFromWallet } from '../screens/plans';

/** The sandbox's console: testers act for the providers. */

test('coins arrive at an address, at a price set by the tester', async ({ page, server, sandbox }) => {
  const member = await newMember(server.url);
  const { address } = await member.api.must<{ address: string }>('POST', '/coins/address', {
    symbol: 'BTC',
    network: 'bitcoin',
  });
  await page.goto('/sandbox');
  await heading(page, 'Let coins arrive').waitFor();
  await field(page, 'Address to receive at').fill('nobody');
  await press(page, 'Send coins');
  await page.getByText('Not found.', { exact: true }).waitFor();
  await field(page, 'Address to receive at').fill(address);
  await field(page, 'Amount of coins').fill('0.25');
  await press(page, 'Send coins');
  await page.getByText('The coins have arrived.').waitFor();

  await field(page, 'Price (USDT)').fill('much');
  await press(page, 'Set the price');
  await page.getByText('Enter a price above zero, such as 95000.50.').waitFor();
  await field(page, 'Price (USDT)').fill('91000.25');
  await press(page, 'Set the price');
  await page.getByText('The market has its price.').waitFor();
  await expectAccessible(page);
  expect((await member.api.wallet('BTC')).ledger_balance).toBe('0.25000000');
  await member.api.must('PUT', '/accounts/active', { currency: 'BTC' });
  // The server may have asked for a price, which it keeps for a minute.
  await page.goto('about:blank');
  await liveAt(page, await sandbox.pass(1));
  await arrive(page, member);
  await page.getByText('1 BTC = 91,000.25 USDT', { exact: true }).waitFor();
});

test('a prediction replaces all others', async ({ page, server }) => {
  await page.goto('/sandbox');
  await heading(page, 'Predict a price').waitFor();
  await field(page, 'Percent within a day').fill('much');
  await press(page, 'Send the prediction');
  await page.getByText('At most twelve in each group, each with a symbol and a decimal.').waitFor();
  await field(page, 'Group of matches').selectOption('forth_match');
  await field(page, 'Symbol').fill('LTC');
  await field(page, 'Percent within a day').fill('-7.75');
  await press(page, 'Send the prediction');
  await page.getByText('The predictions are sent.').waitFor();
  const listed = server.run('signals', 'list');
  expect(listed).toContain('LTC');
  expect(listed).toContain('-7.75');
  expect(listed).not.toContain('BTC');
});

test('orders received by the providers are listed', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '5000.00');
  const calls = { quote: '/quotes/airtime', pay: '/vas/airtime', action: 'airtime' };
  const airtime = { network: 'glo', phone: '08051234567', amount: '350', confirm: true };
  await payFromWallet(member, calls, airtime);
  await page.goto('/sandbox');
  const bills = page.getByRole('region', { name: 'Bills bought' });
  await bills.getByText(/^airtime, glo, NGN 350\.00 for 08051234567: delivered$/).waitFor();
  for (const name of ['Coins sent', 'Orders at the exchange', "Orders with users' own keys"])
    await page.getByRole('region', { name }).getByText('No data!').waitFor();
  await expectAccessible(page);
});

test('support replies to a user from the console', async ({ page, server }) => {
  const member = await newMember(server.url);
  const question = { client_id: 'message-of-amina-1', message: 'Where is my money?', attachments: [] };
  await member.api.must('POST', '/support/messages', question);
  await page.goto('/sandbox');
  const desk = page.getByRole('form', { name: 'Chat with support' });
  await desk.getByLabel('Conversation').selectOption({ label: `Waits: ${member.name} (${member.email})` });
  await desk.getByText('Where is my money?').waitFor();
  await desk.getByLabel('Answer').fill('It arrives today.');
  await desk.getByRole('button', { name: 'Send the answer' }).click();
  await page.getByText('The answer is on its way.').waitFor();
  await desk.getByText('It arrives today.').waitFor();
  await arrive(page, member);
  await page.goto('/chat');
  await page.getByRole('log').getByText('It arrives today.').waitFor();
});
