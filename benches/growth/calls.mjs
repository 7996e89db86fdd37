// The calls that are measured: what screens load, and paying.
import { randomUUID } from 'node:crypto';

const PER_PAGE = 20;
const get = (path) => (person) => person.call('GET', path);
const list = (query) => get(`/transaction/me?${new URLSearchParams(query)}`);
const day = (ms) => new Date(ms).toISOString().slice(0, 10);

/** Facts for the calls of a person: found once for each database, and not measured. */
export async function prepare(person, other) {
  const { total } = await person.must('GET', '/transaction/me?per_page=1');
  const [oldest] = (await person.must('GET', `/transaction/me?per_page=1&page=${total}`)).data;
  const days = { from: day(Date.now() - 29 * 86_400_000), to: day(Date.now()) };
  Object.assign(person, { other, lastPage: Math.ceil(total / PER_PAGE), days, rare: oldest.reference });
  return total;
}

/** `before` is not measured; what it returns is given to `call`. */
export const CALLS = [
  { name: 'accounts', call: get('/accounts') },
  { name: 'history, first page', call: list({ per_page: PER_PAGE }) },
  {
    name: 'history, last page',
    call: (person) => list({ per_page: PER_PAGE, page: person.lastPage })(person),
  },
  // A cursor of the history is to be measured here, beside the page.
  { name: 'search, frequent', call: list({ search: 'transfer' }) },
  { name: 'search, one row', call: (person) => list({ search: person.rare })(person) },
  { name: 'search, nothing', call: list({ search: 'qqzzqq' }) },
  { name: 'thirty days', call: (person) => list(person.days)(person) },
  { name: 'sums of each month', call: get('/transaction/months') },
  {
    name: 'sums of thirty days',
    call: (person) => get(`/transaction/flows?${new URLSearchParams(person.days)}`)(person),
  },
  { name: 'withdrawals', call: get('/withdraw') },
  { name: 'wallet transfers', call: list({ category: 'wallet-transfer' }) },
  { name: 'recent payees', call: get('/wallet/payees?currency=NGN') },
  {
    name: 'allowance',
    call: (person) =>
      person.call('POST', '/wallet/allowance', { currency: 'NGN', wallet_number: person.other.wallet }),
  },
  {
    name: 'quote',
    call: (person) =>
      person.call('POST', '/quotes/transfer', {
        destination: 'wallet',
        amount: '1.00',
        currency: 'NGN',
        wallet_number: person.other.wallet,
      }),
  },
  {
    name: 'transfer',
    before: async (person) => {
      const key = randomUUID();
      return [key, await person.confirm(person.other, '1.00', key)];
    },
    call: async (person, [key, authorisation]) => ({
      status: await person.transfer(person.other, '1.00', key, authorisation),
    }),
  },
  { name: 'CSV, 10,000 rows at most', call: get('/transaction/me.csv') },
];
