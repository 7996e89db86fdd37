import { newFundedMember, newMember, newPerson } from '../harness/person';
import { expect, test } from '../harness/test';
import { arrive, field, heading, press } from '../screens/entry';
import { enterNewBank, openTransfer, sheet } from '../screens/wallet';

const ADDRESS = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

test('an account number is cleaned before validation, and none of its digits is dropped', async ({
  page,
  server,
}) => {
  await arrive(page, await newFundedMember(server.url, '5000.00'));
  await openTransfer(page);
  await press(page, 'Bank Account');
  await enterNewBank(page);
  const number = field(page, 'Account number');
  for (const typed of ['012 345 6789', ' 0123456789', '\u2068012\u2013345\u20136789\u2069', '٠١٢٣٤٥٦٧٨٩']) {
    await number.fill(typed);
    expect(await number.inputValue()).toBe('0123456789');
  }
  // A phone number is no account number, but many accounts have their holder's phone number.
  await number.fill('08031234567');
  expect(await number.inputValue()).toBe('08031234567');
  await sheet(page).getByText('11 digits; an account has 10.').waitFor();
  await press(page, 'Use 8031234567');
  await expect.poll(() => number.inputValue()).toBe('8031234567');
  await sheet(page).getByText('11 digits; an account has 10.').waitFor({ state: 'hidden' });
});

test('a wallet number is accepted in the formats that people send, by the app and the API', async ({
  page,
  server,
}) => {
  const member = await newFundedMember(server.url, '5000.00');
  const { identity } = await (await newMember(server.url)).api.wallet();
  const spaced = `\u2068${identity.slice(0, 3)} ${identity.slice(3, 6)} ${identity.slice(6)}\u2069`;
  const inquiry = await member.api.must<{ wallet_number: string }>('POST', '/wallet/inquire', {
    wallet: spaced,
  });
  expect(inquiry.wallet_number).toBe(identity);
  await arrive(page, member);
  await openTransfer(page);
  await sheet(page)
    .getByRole('button', { name: / Account$/ })
    .filter({ hasNotText: 'Bank' })
    .click();
  await field(page, 'Wallet number').fill(spaced);
  expect(await field(page, 'Wallet number').inputValue()).toBe(identity);
  await press(page, 'Continue');
  await field(page, 'Amount (NGN)').waitFor();
});

test('a code is extracted from a pasted message, and a message without one is not submitted', async ({
  page,
  server,
  sandbox,
}) => {
  const person = newPerson();
  await newMember(server.url, person);
  const before = (await sandbox.messages(person.email)).find((message) => message.code)?.code;
  await page.goto('/forgot-password');
  await field(page, 'Email').fill(person.email);
  await press(page, 'Reset Password');
  await heading(page, 'Enter the code').waitFor();
  const boxes = page.getByRole('textbox', { name: /^Code, character/ });
  const paste = (text: string) =>
    boxes.first().evaluate((box, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', pasted);
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
  await paste('Your Ajo code is on its way. Call 0803 123 4567.');
  await page.getByText(/We couldn't find one code of six in this/).waitFor();
  expect(await boxes.first().inputValue()).toBe('');
  const code = await sandbox.code(person.email, before ?? undefined);
  await paste(`Hello, your Ajo code is ${code.slice(0, 3)}-${code.slice(-3)}. It is valid for 10 minutes.`);
  await page.waitForURL('**/reset-password**');
});

test('a payment request fills in its address and suggests its amount', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '100.00');
  const { pin } = member;
  await member.api.must('POST', '/account/settings/pin/create', { pin, confirm_pin: pin, currency: 'BTC' });
  const { address } = await member.api.must<{ address: string }>('POST', '/coins/address', {
    symbol: 'BTC',
    network: 'bitcoin',
  });
  await member.api.must('POST', '/sandbox/coins', { address, amount: '0.25', confirmations: 3 });
  await arrive(page, member);
  await page.goto('/wallet?coin=BTC');
  await press(page, 'Send Bitcoin');
  const to = field(page, 'Address');
  const amount = field(page, 'Amount (BTC)');
  await to.fill(`bitcoin:${ADDRESS}?amount=0.001&label=Ada`);
  await sheet(page).getByText('The request asks for 0.00100000 BTC.').waitFor();
  await to.blur();
  await expect.poll(() => to.inputValue()).toBe(ADDRESS);
  expect(await amount.inputValue()).toBe('');
  await press(page, 'Use 0.00100000 BTC');
  await expect.poll(() => amount.inputValue()).toBe('0.00100000');
  await to.fill(`bitcoin:${ADDRESS}?req-somethingelse=1`);
  await to.blur();
  await sheet(page)
    .getByText('This request for payment needs req-somethingelse, which we cannot do.')
    .waitFor();
});

test('the network follows the phone number, until another one is chosen', async ({ page, server }) => {
  await arrive(page, await newFundedMember(server.url, '5000.00'));
  await page.goto('/services?type=airtime');
  const network = page.getByLabel('Network');
  const phone = field(page, 'Phone number');
  await phone.fill('08051234567');
  await expect.poll(() => network.inputValue()).toBe('glo');
  await phone.fill('tel:+234 802 123 4567');
  await expect.poll(() => network.inputValue()).toBe('airtel');
  await network.selectOption('mtn');
  await page.getByText('This looks like a number of Airtel.', { exact: false }).waitFor();
  await phone.fill('08091234567');
  await page.getByText('This looks like a number of 9mobile.', { exact: false }).waitFor();
  expect(await network.inputValue()).toBe('mtn');
});
