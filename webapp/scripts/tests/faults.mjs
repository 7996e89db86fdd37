// Faults of other implementations, planted into right answers: one for each of thirty rules.
import { moved } from '../rules-package/mutants.mjs';

const day = 86_400_000;
const later = (date, days) => new Date(Date.parse(date) + days * day).toISOString().slice(0, 10);
const isRefused = ({ valid, error }) => valid === false || error !== undefined;

/** A fault in what is answered to calls that are accepted. */
const accepted = (rule, name, change) => ({
  rule,
  name,
  plant: (answer, input) => (isRefused(answer) ? answer : { ...answer, ...change(answer, input) }),
});

/** A fault in the violations. */
const refused = (rule, name, change) => ({
  rule,
  name,
  plant: (answer) =>
    answer.violations?.length > 0 ? { ...answer, violations: change(answer.violations) } : answer,
});

/** A fault in what is made of the input. */
const misread = (rule, name, change) => ({
  rule,
  name,
  plant: (answer, input, evaluate) =>
    isRefused(answer) ? answer : evaluate(rule, { ...input, ...change(input) }),
});

export const faults = [
  // Amounts.
  accepted('transfer.quote', 'fee and total are swapped', ({ fee, total }) => ({ fee: total, total: fee })),
  accepted('money.convert', 'rounds up', ({ amount }, { from, to }) =>
    from === to ? {} : { amount: moved(amount, 1n) },
  ),
  accepted('exchange.quote', 'a unit of the spread is lost', ({ spread }) => ({
    spread: moved(spread, -1n) ?? spread,
  })),
  accepted('transfer.fee', 'the fee in dollars is that in naira', (_, { currency }) =>
    currency === 'USD' ? { fee: '20.00' } : {},
  ),
  accepted('statement.balance', 'coins have two decimals', ({ closing }, { currency }) =>
    currency === 'BTC' ? { closing: closing.slice(0, -6) } : {},
  ),
  accepted('address.fee', 'a price of last year', () => ({ amount: '1350.00' })),
  accepted('card.receipt', 'a percentage of last year', () => ({ provider_percent: '1.5' })),
  accepted('withdrawal.minimum', 'an amount without its decimals', ({ minimum }) => ({
    minimum: minimum?.replace(/\.0+$/, ''),
  })),
  accepted('funding.quote', 'an amount is a number', ({ fee }) => ({ fee: Number(fee) })),
  accepted('loan.cost', 'a rate with one decimal', ({ annual_rate }) => ({
    annual_rate: annual_rate?.slice(0, -1) ?? null,
  })),
  accepted('loan.divide', 'principal and interest are swapped', ({ principal, interest }) => ({
    principal: interest,
    interest: principal,
  })),
  accepted('balance.total', 'a unit too much above a thousand', ({ total }) =>
    total.length > 'NNN.NN'.length ? { total: moved(total, 1n) } : {},
  ),
  accepted('coins.allocate', 'the first part is rounded up', ({ parts: [first, ...others] }) => ({
    parts: first ? [{ ...first, amount: moved(first.amount, 1n) }, ...others] : [],
  })),
  // Dates and times.
  accepted('plan.end', 'a day later', ({ end }) => ({ end: later(end, 1) })),
  accepted('savings.goal_day', 'a leap day moves into March', ({ by }, { today }) =>
    today.endsWith('02-29') && by.endsWith('02-28') ? { by: later(by, 1) } : {},
  ),
  misread('instalment.next', 'due on the day before', ({ today }) => ({ today: later(today, 1) })),
  accepted('transaction.period', 'a week has six days', ({ from }, { period }) =>
    period === '1 week' ? { from: later(from, 1) } : {},
  ),
  accepted('otp.resend', 'seconds are rounded down', ({ remaining_seconds: left }) => ({
    remaining_seconds: Math.max(left - 1, 0),
  })),
  // Limits.
  misread('pin.transition', 'one failure more is allowed', ({ failures }) => ({
    failures: Math.max(failures - 1, 0),
  })),
  accepted('password.strength', 'accepts a point less', ({ score }) => ({ acceptable: score >= 2 })),
  misread('withdrawal.check', 'refuses the limit itself', ({ amount }) => ({
    amount: (/^\d+$/.test(amount) && moved(`${amount}.00`, -1n)) || amount,
  })),
  // Refusals.
  refused('form.login', 'the second violation is missing', ([first]) => [first]),
  refused('bill.check', 'the nearest amount is another', (violations) =>
    violations.map((one) =>
      one.params?.nearest
        ? { ...one, params: { ...one.params, nearest: one.params.nearest.replace('.', '') } }
        : one,
    ),
  ),
  refused('form.exchange_keys', 'words of its own', (violations) =>
    violations.map((one) => ({ ...one, message: `${one.message}!` })),
  ),
  {
    rule: 'money.format',
    name: 'another code of a call error',
    plant: (answer) => (answer.error?.code === 'missing_key' ? { error: { code: 'malformed' } } : answer),
  },
  // The shape of answers.
  accepted('transfer.cap', 'null is left out', ({ cap }) => (cap === null ? { cap: undefined } : {})),
  refused('form.fund', 'null instead of nothing', (violations) =>
    violations.map((one) => ({ ...one, params: { nearest: null, ...one.params } })),
  ),
  accepted('list.page', 'a number is text', ({ last_page }) => ({ last_page: String(last_page) })),
  accepted('coin.quote', 'lines in another order', ({ lines }) => ({ lines: lines.toReversed() })),
  {
    rule: 'phone.inspect',
    name: 'false instead of null',
    plant: (answer) => (answer.e164 === null ? { ...answer, e164: false } : answer),
  },
];
