import { randomUUID } from 'node:crypto';
import { afterAll } from 'vitest';
import { everything } from '../harness/everything';
import { startServer } from '../harness/server';
import { test as base, expect } from '../harness/test';
import { compare } from '../promise/compare';
import type { FormOnScreen } from '../promise/form';
import { People } from '../promise/people';
import { seed } from '../promise/random';
import { siteOf, sitesInSources } from '../promise/sources';
import { formsOnScreens, notCompared } from '../promise/table';
import type { VisitorKind } from '../promise/visitor';

/** How many generated values are compared for each form and kind of visitor. */
const count = Number(process.env.PROMISE_VALUES ?? 6);
/** Only the forms whose screen name contains this. */
const only = process.env.PROMISE_ONLY ?? '';
/** Compared in every run: one form for each kind of field used for money, identity and passwords. */
const inEveryRun = [
  'register',
  'profile: about you',
  'wallet transfer (NGN)',
  'transfer to a bank (NGN)',
  'savings by wallet',
  'loan',
];

const test = base.extend<{ people: People }>({
  people: [
    async ({ browser }, use) => {
      // All visitors share one IP address and send more values than any user would.
      const server = await startServer({ AJO_RATE_LIMIT_FACTOR: '0' });
      const people = new People(server, browser);
      await use(people);
      const faults = await people.close();
      await server.stop();
      server.remove();
      expect(faults).toEqual([]);
    },
    { scope: 'file' },
  ],
});

test('every use of a form on a screen is compared', () => {
  const screens = formsOnScreens.map(({ screen }) => screen);
  expect(inEveryRun.filter((screen) => !screens.includes(screen))).toEqual([]);
  const compared = new Set(formsOnScreens.map(siteOf));
  const excepted = Object.keys(notCompared);
  const used = sitesInSources();
  expect(
    [...used].filter((site) => !compared.has(site) && !excepted.includes(site)),
    'to be added to webapp/e2e/promise/table.ts',
  ).toEqual([]);
  expect([...compared, ...excepted].filter((site) => !used.has(site))).toEqual([]);
  expect(excepted.filter((site) => compared.has(site))).toEqual([]);
});

const cases = formsOnScreens
  .filter(({ screen }) => (only === '' && !everything ? inEveryRun.includes(screen) : screen.includes(only)))
  .flatMap((form) =>
    form.visitors.map((visitor): [string, VisitorKind, FormOnScreen] => [form.screen, visitor, form]),
  );

const total = { values: 0, accepted: 0, messages: 0 };
const summary = ({ values, accepted, messages }: typeof total) =>
  `${values} values, ${accepted} of them accepted by both, ${messages} messages compared`;

test.for(cases)('%s, %s: screen and server agree', async ([screen, visitor, form], { people }) => {
  const report = await compare(form, visitor, people, count);
  for (const key of ['values', 'accepted', 'messages'] as const) total[key] += report[key];
  console.log(`promise: ${screen}, ${visitor}: ${summary(report)}`);
  expect(report.disagreements, `PROMISE_SEED=${seed}`).toEqual([]);
});

afterAll(() => console.log(`promise: PROMISE_SEED=${seed}, ${summary(total)}`));

test('a restricted member sees no payment form, and the API refuses every value with the same response', async ({
  people,
}) => {
  const visitor = await people.get('a restricted member');
  const page = await visitor.context.newPage();
  await page.goto('/dashboard');
  await page.getByTestId('balance').waitFor();
  await page.getByRole('button', { name: 'Fund', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Send or withdraw', exact: true }).count()).toBe(0);
  await page.close();
  const valid = {
    send_wallet: 'NGN',
    amount: '500.00',
    confirm: true,
    receive_wallet: '1',
    bank_account_id: '1',
  };
  for (const path of ['/withdraw', '/wallet/transfer']) {
    for (const values of [valid, { send_wallet: 'NGN' }, { ...valid, amount: '-1', confirm: false }]) {
      const { status, body } = await visitor.call('POST', path, values, { 'idempotency-key': randomUUID() });
      expect([status, body.code, body.violations]).toEqual([403, 'restricted', []]);
    }
  }
});
