import { randomUUID } from 'node:crypto';
import { field } from '../../screens/entry';
import { amount, oddAmount } from '../amounts';
import { oddDigits, phone } from '../digits';
import type { FormOnScreen, Values, Visit } from '../form';
import { limitsOf, paymentOf } from '../payment';
import type { Visitor } from '../visitor';

/** The button confirms what stands above it. */
const CONFIRMED = { confirm: true };

const NETWORKS = ['mtn', 'airtel', 'glo', 'etisalat'];

/** Submitted without the PIN's authorisation: an invalid form is refused earlier, and a valid one buys nothing. */
const airtime: FormOnScreen = {
  form: 'airtime',
  file: 'features/bills/airtime-tab.tsx',
  screen: 'airtime',
  visitors: ['a member', 'a member who hides balances', 'a member without money', 'a capped member'],
  open: async (visitor, page) => {
    await page.goto('/services?type=airtime');
    await field(page, 'Amount (NGN)').waitFor();
    const limits = await limitsOf(visitor, { wallet_number: '' });
    return { root: page.getByRole('main'), given: CONFIRMED, facts: { currency: 'NGN', limits } };
  },
  fields: {
    network: {
      label: 'Network',
      valid: (random) => random.pick(NETWORKS),
      boundary: (random) => random.pick(NETWORKS),
    },
    phone: { label: 'Phone number', valid: phone, boundary: (random) => oddDigits(random, 11) },
    amount: {
      label: 'Amount (NGN)',
      valid: (random, visit) => amount(random, paymentOf(visit).limits),
      boundary: (random, visit) => oddAmount(random, paymentOf(visit).limits),
    },
  },
  call: ({ visitor }, values) =>
    visitor.call('POST', '/vas/airtime', values, { 'idempotency-key': randomUUID() }),
  serverOnly: { pin_authorisation_required: 'Whether the PIN authorised the payment.' },
};

const NOT_PAID = { pin_authorisation_required: 'Whether the PIN authorised the payment.' };

interface Package {
  code: string;
}

/** The packages of a service, or of all services if the form names no known one. */
const packagesOf = ({ facts }: Visit, service: unknown): string[] => {
  const packages = facts.packages as Record<string, Package[]>;
  return (packages[String(service)] ?? Object.values(packages).flat()).map(({ code }) => code);
};

async function packages(visitor: Visitor, kind: 'data' | 'cable', services: readonly string[]) {
  const lists = services.map(async (service) => {
    const found = await visitor.must<Package[]>('GET', `/vas/${kind}/${service}`);
    return [service, found] as const;
  });
  return Object.fromEntries(await Promise.all(lists));
}

const data: FormOnScreen = {
  form: 'data',
  file: 'features/bills/data-tab.tsx',
  screen: 'data',
  visitors: ['a member', 'a member without money', 'a capped member'],
  open: async (visitor, page) => {
    await page.goto('/services?type=data');
    await field(page, 'Package').locator('option').nth(1).waitFor({ state: 'attached' });
    return {
      root: page.getByRole('main'),
      given: CONFIRMED,
      facts: { packages: await packages(visitor, 'data', NETWORKS) },
    };
  },
  fields: {
    network: {
      label: 'Network',
      valid: (random) => random.pick(NETWORKS),
      boundary: (random) => random.pick(NETWORKS),
    },
    phone: { label: 'Phone number', valid: phone, boundary: (random) => oddDigits(random, 11) },
    package: {
      label: 'Package',
      valid: (random, visit, before) => random.pick(packagesOf(visit, before.network)),
      boundary: () => '',
    },
  },
  call: ({ visitor }, values) =>
    visitor.call('POST', '/vas/data', values, { 'idempotency-key': randomUUID() }),
  serverOnly: NOT_PAID,
};

const CABLE_SERVICES = ['DSTV', 'GOTV', 'Startimes'];
const PREPAID = 'ikeja-electric-prepaid';
/** A customer unknown to the sandbox's provider. */
const UNKNOWN_CUSTOMER = '0000000000';

const isWhole = (number: unknown) => /^\d{10,20}$/.test(String(number).trim());

/** Looks the customer up, as the screen does once the number is complete. */
async function lookUp({ visitor }: Visit, kind: 'cable' | 'power', values: Values) {
  const number = kind === 'cable' ? values.iuc : values.meter;
  if (!isWhole(number) || values.service === '') return null;
  return visitor.call('POST', `/vas/${kind}/validate`, values);
}

async function buyFor(visit: Visit, kind: 'cable' | 'power', values: Values) {
  const known = await lookUp(visit, kind, values);
  const token = (known?.body.data as { code?: string } | undefined)?.code ?? '';
  return visit.visitor.call(
    'POST',
    `/vas/${kind}`,
    { ...values, token },
    { 'idempotency-key': randomUUID() },
  );
}

const LOOKED_UP = { ...NOT_PAID, validation_spent: 'Whether the provider knows the customer.' };
const because = 'Where the provider knows no such customer, its words stand there.';

const settles = async ({ root }: Visit) => {
  // Shown from the keystroke that completes the number, before the request.
  await root.getByText('Checking the number').waitFor({ state: 'detached' });
};

const number = (label: string) => ({
  label,
  valid: (random: Parameters<typeof phone>[0]) => `1${random.digits(10)}`,
  boundary: (random: Parameters<typeof phone>[0]) =>
    random.chance(20) ? UNKNOWN_CUSTOMER : oddDigits(random, random.chance(50) ? 10 : 20),
});

const cable: FormOnScreen = {
  form: 'cable',
  file: 'features/bills/cable-tab.tsx',
  screen: 'cable',
  visitors: ['a member', 'a member without money'],
  open: async (visitor, page) => {
    await page.goto('/services?type=cable');
    await field(page, 'Package').locator('option').nth(1).waitFor({ state: 'attached' });
    return {
      root: page.getByRole('main'),
      given: CONFIRMED,
      facts: { packages: await packages(visitor, 'cable', CABLE_SERVICES) },
    };
  },
  fields: {
    service: {
      label: 'Service',
      valid: (random) => random.pick(CABLE_SERVICES),
      boundary: (random) => random.pick(CABLE_SERVICES),
    },
    iuc: number('IUC number'),
    package: {
      label: 'Package',
      valid: (random, visit, before) => random.pick(packagesOf(visit, before.service)),
      boundary: () => '',
    },
    phone: {
      label: 'Phone number (optional)',
      valid: (random) => (random.chance(50) ? '' : phone(random)),
      boundary: (random) => oddDigits(random, 11),
    },
  },
  settles,
  call: (visit, values) => buyFor(visit, 'cable', values),
  serverOnly: LOOKED_UP,
  instead: { iuc: { because, call: (visit, values) => lookUp(visit, 'cable', values) } },
};

const power: FormOnScreen = {
  form: 'power',
  file: 'features/bills/power-tab.tsx',
  screen: 'power',
  visitors: ['a member', 'a capped member'],
  open: async (visitor, page) => {
    await page.goto('/services?type=power');
    await field(page, 'Service').locator('option').nth(1).waitFor({ state: 'attached' });
    const limits = await limitsOf(visitor, { wallet_number: '' });
    return { root: page.getByRole('main'), given: CONFIRMED, facts: { currency: 'NGN', limits } };
  },
  fields: {
    service: { label: 'Service', valid: () => PREPAID, boundary: () => '' },
    meter: number('Meter number'),
    amount: {
      label: 'Amount (NGN)',
      valid: (random, visit) => amount(random, paymentOf(visit).limits),
      boundary: (random, visit) => oddAmount(random, paymentOf(visit).limits),
    },
    phone: {
      label: 'Phone number (optional)',
      valid: (random) => (random.chance(50) ? '' : phone(random)),
      boundary: (random) => oddDigits(random, 11),
    },
  },
  settles,
  call: (visit, values) => buyFor(visit, 'power', values),
  serverOnly: LOOKED_UP,
  instead: { meter: { because, call: (visit, values) => lookUp(visit, 'power', values) } },
};

export const billForms = [airtime, data, cable, power];
