import { Api } from '../harness/api';
import { confirmPhone, newFundedMember, newMember, newPerson } from '../harness/person';
import { expect, expectAccessible, test } from '../harness/test';
import { agree, arrive, enterCode, field, heading, press } from '../screens/entry';
import { acceptPrice, chooseWallet, enterAmount, enterPin, sheet } from '../screens/wallet';

const PATIENCE = { timeout: 10_000 };

test('one other session is ended, and the rest stay', async ({ page, server }) => {
  const member = await newMember(server.url);
  const elsewhere = new Api(server.url);
  const { email, password } = member;
  const signedIn = await elsewhere.must<{ access_token: string }>('POST', '/auth/login', { email, password });
  elsewhere.token = signedIn.access_token;
  await arrive(page, member);
  await page.goto('/settings/security');
  await page.getByText('This device', { exact: true }).waitFor();
  const others = page.getByRole('button', { name: /^Sign out (?!everywhere)/ });
  await expect.poll(() => others.count()).toBe(2);
  await others.first().click();
  await page.getByText('Signed out there').waitFor();
  await expect.poll(() => others.count()).toBe(1);
  const left = await Promise.all([elsewhere, member.api].map((api) => api.call('GET', '/auth/me')));
  expect(left.map(({ status }) => status).toSorted()).toEqual([200, 401]);
});

test('an exchange key that may withdraw is refused; one that may not is kept until it is removed', async ({
  page,
  server,
}) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/settings/trading');
  await press(page, 'Connect Binance');
  await field(page, 'API key').fill('withdraw-key-1');
  await field(page, 'API secret').fill('secret-of-amina');
  await press(page, 'Connect');
  await sheet(page)
    .getByText("This key allows withdrawals. Make one at the exchange that doesn't.")
    .waitFor();
  expect((await member.api.must<{ last_four: null }>('GET', '/exchange-keys')).last_four).toBe(null);
  await expectAccessible(page);
  await field(page, 'API key').fill('key-of-amina-7654');
  await press(page, 'Connect');
  await page.getByText(/7654/).first().waitFor();
  await press(page, 'Remove');
  await expectAccessible(page);
  await sheet(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The key is removed').waitFor();
  await page.getByRole('button', { name: 'Connect Binance' }).waitFor();
  expect(await page.getByText(/7654/).count()).toBe(0);
});

test('a user who signed up by number signs in with it', async ({ page, sandbox }) => {
  const BVN = '22100000005';
  const enter = async (after?: string) => {
    await page.goto('/login');
    await page.getByRole('button', { name: 'BVN' }).click();
    await field(page, 'Bank verification number (BVN)').fill(BVN);
    await press(page, 'Log in');
    await agree(page);
    await page.waitForURL('**/otp-confirm-page?page=identity-auth');
    const code = await sandbox.code('08030000005', after);
    await enterCode(page, code);
    return code;
  };
  const first = await enter();
  await page.getByText('Please wait while we try to sign you up.').waitFor();
  await page.waitForURL('**/dashboard');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/login');
  await sandbox.pass(1);
  const signedUp: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/identity/register/create')) signedUp.push(request.url());
  });
  await enter(first);
  await page.waitForURL('**/dashboard');
  expect(signedUp).toEqual([]);
});

test('an identity is proven with a NIN', async ({ page, server, sandbox }) => {
  const member = await newMember(server.url, newPerson('Kemi', 'Ogunleye'));
  const profile = { first_name: 'Kemi', last_name: 'Ogunleye', gender: 'female', dob: '11-11-1980' };
  await member.api.must('POST', '/profile', profile);
  await arrive(page, member);
  await page.goto('/verify');
  await page.getByRole('button', { name: /^Identity/ }).click();
  await field(page, 'BVN or NIN').selectOption('nin');
  await field(page, 'Number').fill('71100000011');
  await sheet(page).getByRole('button', { name: 'Send code', exact: true }).click();
  await sheet(page).getByText('080••••••11').waitFor();
  await expectAccessible(page);
  await enterCode(page, await sandbox.code('08030000011'));
  await page.getByText('Identify verification processed').waitFor();
  await page.goto('/account');
  await page.getByText('active', { exact: true }).waitFor();
  expect(await page.getByText('in-active').count()).toBe(0);
});

test('a failed copy is not reported as copied', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '100.00');
  await page.addInitScript(() => {
    const writeText = () => Promise.reject(new Error('denied'));
    Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
  });
  await arrive(page, member);
  await page.goto('/referral');
  await page.getByRole('button', { name: /copy/i }).first().click();
  await page.getByText('Could not copy text: denied').waitFor();
  expect(await page.getByText('Copied to clipboard!').count()).toBe(0);
});

test('the history is saved as a file', async ({ page, server }) => {
  const member = await newFundedMember(server.url, '1234.00');
  await arrive(page, member);
  await page.goto('/transaction');
  await page.getByText('+₦1,234.00').first().waitFor();
  const saving = page.waitForEvent('download');
  await press(page, 'Export as CSV');
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  expect(Buffer.concat(chunks).toString()).toContain('1234.00');
});

test('a picture goes to a cluster, and its other members see it', async ({ page, server }) => {
  const facts = ['--state', 'Lagos', '--lga', 'Ikeja', '--support-email', 'traders@example.com'];
  server.run('cluster', 'add', 'PICTURES1', '--name', 'Painters', ...facts, '--by', 'Grace');
  const [writer, reader] = [
    await newMember(server.url),
    await newMember(server.url, newPerson('Bayo', 'Ade')),
  ];
  const { uuid } = await writer.api.must<{ uuid: string }>('PATCH', '/business/join', { code: 'PICTURES1' });
  await reader.api.must('PATCH', '/business/join', { code: 'PICTURES1' });
  await arrive(page, writer);
  await page.goto(`/clusters/${uuid}`);
  await heading(page, 'Painters').waitFor();
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const buffer = Buffer.from(pixel, 'base64');
  await page
    .getByLabel('Attach a file')
    .setInputFiles([{ name: 'stall.png', mimeType: 'image/png', buffer }]);
  await expect.poll(() => page.getByText('Sending').count(), PATIENCE).toBe(0);
  await press(page, 'Send');
  const picture = page.getByRole('log').getByRole('img', { name: 'stall.png' });
  await picture.waitFor();
  await picture.click();
  await page.getByRole('dialog', { name: 'stall.png' }).getByRole('img').waitFor();
  await expectAccessible(page);
  const path = `/clusters/${uuid}/messages`;
  const seen = await reader.api.must<{ messages: { attachments: unknown[] }[] }>('GET', path);
  expect(seen.messages[0]?.attachments.length).toBe(1);
});

test('the sandbox console sets a provider’s behaviour', async ({ page, server }) => {
  const member = await newMember(server.url);
  await arrive(page, member);
  await page.goto('/sandbox');
  await heading(page, 'Sandbox console').waitFor();
  const bank = field(page, 'The provider of bank');
  await bank.selectOption('fail');
  await expect.poll(() => bank.inputValue()).toBe('fail');
  await page.reload();
  await expect.poll(() => bank.inputValue()).toBe('fail');
  await expectAccessible(page);
  await bank.selectOption('succeed');
  // Wait until the server has it: a reload would cancel a request in flight.
  await expect.poll(() => bank.inputValue()).toBe('succeed');
  await page.reload();
  await expect.poll(() => bank.inputValue()).toBe('succeed');
});

test('a failure without a message gets one, and no money moves', async ({ page, context, server }) => {
  const [payer, payee] = [await newFundedMember(server.url, '5000.00'), await newMember(server.url)];
  await arrive(page, payer);
  await chooseWallet(page, (await payee.api.wallet()).identity);
  await enterAmount(page, '10');
  await acceptPrice(page);
  const blank = { status: 422, contentType: 'application/json', body: '{"message": ""}' };
  await context.route('**/api/wallet/pin-confirm', (route) => route.fulfill(blank));
  await enterPin(page, payer.pin);
  await sheet(page).getByText('Ops, something went wrong!').waitFor();
  await context.unroute('**/api/wallet/pin-confirm');
  await context.route('**/api/wallet/transfer', (route) => route.fulfill(blank));
  await enterPin(page, payer.pin);
  await page.getByText('Something went wrong').first().waitFor();
  expect((await payer.api.wallet()).ledger_balance).toBe('5000.00');
});

/** A person in the sandbox's register. */
const MARYAM = { first_name: 'Maryam', last_name: 'Abubakar', gender: 'female', dob: '13-01-1982' };
const ADDRESS = {
  address: '12 Allen Avenue',
  postal_code: '100271',
  country: 'Nigeria',
  state: 'Lagos',
  city: 'Ikeja',
};

test('an account is verified once everything is proven', async ({ page, server, sandbox }) => {
  const member = await newFundedMember(server.url, '2000.00', newPerson('Maryam', 'Abubakar'));
  const { api, pin } = member;
  await confirmPhone(member, sandbox);
  await api.must('POST', '/profile', MARYAM);
  await api.must('POST', '/profile', ADDRESS);
  const { first_name: firstname, last_name: lastname, dob } = MARYAM;
  const identity = { bvn: '22100000013', firstname, lastname, dob };
  await api.must('POST', '/verify/bvn', identity);
  await api.must('POST', '/verify/bvn', { ...identity, code: await sandbox.code('08030000013') });
  const key = 'key-of-an-address-1';
  const { authorisation } = await api.must<{ authorisation: string }>('POST', '/wallet/pin-confirm', {
    pin,
    currency: 'NGN',
    action: 'address_verification',
    amount: '1400.00',
    payee: 'address-verification',
    idempotency_key: key,
    request: {},
  });
  const headers = { 'idempotency-key': key, 'x-pin-authorisation': authorisation };
  await api.must('POST', '/verify/address', {}, headers);
  await arrive(page, member);
  await page.goto('/verify');
  await page.getByText('This account is not yet verified').waitFor();
  // The address is the only step that awaits us: the step after it is next, and says that it is ready.
  const row = (name: RegExp) => page.getByRole('button', { name });
  await row(/^Address/)
    .getByText("We're checking it")
    .waitFor();
  await row(/^Liveness/)
    .getByText('Ready', { exact: true })
    .waitFor();
  expect(await page.locator('[aria-current=step]').allTextContents()).toEqual([
    expect.stringMatching(/^Liveness/),
  ]);
  // Verifying the address takes three days, in which every session expires. An open page would keep polling, and store
  // its address when the session ended.
  await page.goto('about:blank');
  await sandbox.pass(4 * 24);
  await arrive(page, member);
  // A job completes the verification within a minute.
  const verified = page.getByText('This account is verified', { exact: true });
  const isVerified = async () => {
    await page.goto('/verify');
    await page.getByText(/This account is (not yet )?verified/).waitFor();
    return verified.isVisible();
  };
  await expect.poll(isVerified, { timeout: 90_000, interval: 1_000 }).toBe(true);
  await expectAccessible(page);
});
