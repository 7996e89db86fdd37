import { newFundedMember, newMember } from '../harness/person';
import { expect, test } from '../harness/test';

test('a user’s transaction does not exist for a stranger', async ({ server }) => {
  const owner = await newFundedMember(server.url, '5000.00');
  const payee = await newMember(server.url);
  const stranger = await newMember(server.url);
  const paid = await owner.api.transfer((await payee.api.wallet()).identity, '100.00', owner.pin);
  expect(paid.status).toBe(201);

  const read = (path: string) => stranger.api.call('GET', `/transaction/${path}`);
  const theirs = await read(paid.body.data.reference);
  const none = await read('TRX-THIS-ONE-IS-NOWHERE');
  expect([theirs.status, none.status]).toEqual([404, 404]);
  expect(theirs.body.message).toBe(none.body.message);
  expect((await read(`${paid.body.data.reference}/receipt.pdf`)).status).toBe(404);
  expect((await stranger.api.transactions()).total).toBe(0);
});

test('of two simultaneous transfers that together exceed the balance, one succeeds', async ({ server }) => {
  const owner = await newFundedMember(server.url, '1000.00');
  const payee = await newMember(server.url);
  const number = (await payee.api.wallet()).identity;
  const answers = await Promise.all([
    owner.api.transfer(number, '700.00', owner.pin),
    owner.api.transfer(number, '700.00', owner.pin),
  ]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([201, 422]);
  expect((await owner.api.wallet()).ledger_balance).toBe('300.00');
  expect((await payee.api.wallet()).ledger_balance).toBe('700.00');
});

test('a power cut during a burst of transfers neither loses nor duplicates any', async ({ server }) => {
  const owner = await newFundedMember(server.url, '1000.00');
  const payee = await newMember(server.url);
  const number = (await payee.api.wallet()).identity;

  let acknowledged = 0;
  const attempts = Array.from({ length: 12 }, async () => {
    const answer = await owner.api.transfer(number, '10.00', owner.pin);
    if (answer.status === 201) acknowledged += 1;
    // Cut the power in the middle of the burst, whatever the machine's speed.
    if (acknowledged === 4) await server.kill();
  });
  await Promise.allSettled(attempts);
  await server.restart();

  const session = await owner.api.must<{ access_token: string }>('POST', '/auth/login', {
    email: owner.email,
    password: owner.password,
  });
  owner.api.token = session.access_token;
  const [left, received] = [
    Number((await owner.api.wallet()).ledger_balance),
    Number((await payee.api.wallet()).ledger_balance),
  ];
  expect(left + received).toBe(1000);
  // Acknowledged transfers must exist; one whose response was lost in the cut may exist.
  expect(received).toBeGreaterThanOrEqual(acknowledged * 10);
  expect((await owner.api.transactions()).data.filter((one) => one.type === 'DEBIT')).toHaveLength(
    received / 10,
  );
});
