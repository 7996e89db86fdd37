// The measured rows: the same inputs for all contenders. `rows(ajo)` takes the engine and, where measured, the
// estimate.
import Big from 'big.js';
import { Decimal } from 'decimal.js';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import zxcvbn from 'zxcvbn';
import { ajvForms, valibotForms, yupForms, zodForms } from './contenders.js';

export const context = {
  currency: 'NGN',
  ledger_balance: '250000.00',
  rates: { NGN: { sell_rate: '1500', buy_rate: '1480' }, USD: { sell_rate: '1', buy_rate: '1' }, GBP: { sell_rate: '0.79', buy_rate: '0.78' } },
  destination: 'bank',
};
const registration = { name: 'Ada Obi', email: 'ada@example.ng', phone: '08031234567', password: 'Tide4!Harbour', referrer: '', agreement: true };
const wrongRegistration = { name: 'A', email: 'ada@', phone: '0803', password: 'abc', referrer: '', agreement: false };
const withdrawal = { amount: '1500.00', description: 'Rent', confirm: true, bank_account_id: '0191a2b3c4d5', account_number: '' };
const wrongWithdrawal = { amount: '100', description: 'Rent', confirm: false, bank_account_id: '', account_number: '' };
const balances = [
  { currency: 'NGN', balance: '182450.75' }, { currency: 'USD', balance: '1204.10' }, { currency: 'GBP', balance: '88.02' },
  { currency: 'BTC', balance: '0.04210000' }, { currency: 'ETH', balance: '1.50000000' }, { currency: 'USDT', balance: '310.250000' },
];
const rates = { NGN: { sell_rate: '1500' }, USD: { sell_rate: '1' }, GBP: { sell_rate: '0.79' }, BTC: { sell_rate: '0.0000105' }, ETH: { sell_rate: '0.00029' }, USDT: { sell_rate: '1.001' } };
const passwords = ['Tide4!Harbour', 'correct horse battery staple', 'P@ssw0rd123', 'aB3$xY9!'];

/** A flat string, as input elements return it; concatenated strings are read through their parts. */
const inOnePiece = (text) => JSON.parse(JSON.stringify(text));

/** Balances of a wallet in use: consecutive inputs differ in one balance. All candidates sum the same. */
const moving = () => {
  const seen = ['182450.75', '182200.75', '97200.05'].map((balance) => balances.map((of) => (of.currency === 'NGN' ? { ...of, balance: inOnePiece(balance) } : of)));
  let turn = 0;
  return () => {
    turn = turn + 1 === seen.length ? 0 : turn + 1;
    return seen[turn];
  };
};

const decimalTotal = (balances) =>
  balances.reduce((sum, { currency, balance }) => sum.add(new Decimal(balance).div(rates[currency].sell_rate)), new Decimal(0))
    .mul(rates.NGN.sell_rate).toDecimalPlaces(2, Decimal.ROUND_DOWN).toFixed(2);
const bigTotal = (balances) =>
  balances.reduce((sum, { currency, balance }) => sum.plus(Big(balance).div(rates[currency].sell_rate)), Big(0))
    .times(rates.NGN.sell_rate).round(2, Big.roundDown).toFixed(2);

const loanContext = { plan: { min_amount: '10', max_amount: '100', base_currency: 'USD', is_group: true }, currency: 'NGN', rates: context.rates, phone: '08031234567', location: { latitude: '6.5', longitude: '3.4' }, clusters: ['c1'] };
const loan = { name: 'Shop', amount: '20000', funding_source: 'card', confirm: true };
const wrongLoan = { name: 'S', amount: '1', funding_source: 'cash', confirm: false };
const terms = { amount: '250000', currency: 'NGN', take_profit: '12.5', duration: 36, duration_unit: 'month', start: '2026-01-31', wait: 1, wait_unit: 'month' };

/** The n-th due date, counted from the anchor day and clamped to the month's last day. */
const due = (start, months) => {
  const [year, month, day] = start.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(day, last))).toISOString().slice(0, 10);
};
const schedule = (number, times, plus, down, text) => () => {
  const principal = number(terms.amount);
  const interest = text.round(times(principal, number(terms.take_profit).div(100)));
  const total = plus(principal, interest);
  const parts = (amount) => {
    const each = down(amount.div(terms.duration));
    const left = times(amount.minus(times(each, terms.duration)), 100).toNumber();
    return (index) => (index < left ? plus(each, '0.01') : each);
  };
  const [amounts, interests] = [parts(total), parts(interest)];
  let balance = total;
  const instalments = [];
  for (let index = 0; index < terms.duration; index += 1) {
    const [amount, share] = [amounts(index), interests(index)];
    balance = balance.minus(amount);
    instalments.push({ number: index + 1, due_at: due(terms.start, terms.wait + index + 1), amount: amount.toFixed(2), principal: amount.minus(share).toFixed(2), interest: share.toFixed(2), balance_after: balance.toFixed(2) });
  }
  return { principal: principal.toFixed(2), interest: interest.toFixed(2), total: total.toFixed(2), instalments };
};
const decimalSchedule = schedule((text) => new Decimal(text), (a, b) => a.mul(b), (a, b) => a.add(b), (a) => a.toDecimalPlaces(2, Decimal.ROUND_DOWN), { round: (a) => a.toDecimalPlaces(2, Decimal.ROUND_HALF_UP) });
const bigSchedule = schedule((text) => Big(text), (a, b) => a.times(b), (a, b) => a.plus(b), (a) => a.round(2, Big.roundDown), { round: (a) => a.round(2, Big.roundHalfUp) });

/** Values while a user types in a field: consecutive inputs differ in one text. All candidates get the same inputs. */
const typing = (values, field, ...endings) => {
  const typed = ['', ...endings].map((ending) => ({ ...values, [field]: inOnePiece(values[field] + ending) }));
  let turn = 0;
  return () => {
    turn = turn + 1 === typed.length ? 0 : turn + 1;
    return typed[turn];
  };
};

/** `{name, goal, ajo, others: {library: call}}`; goal: the factor by which it is faster than each of `against`. */
export function rows(ajo) {
  const [zod, valibot, yup, ajv] = [zodForms, valibotForms, yupForms, ajvForms].map((forms) => forms(context, loanContext));
  const form = (name, own, of, next) => ({
    name,
    goal: { zod: 1, valibot: 1, yup: 1 },
    ajo: () => own(next()),
    others: { zod: () => zod[of](next()), valibot: () => valibot[of](next()), yup: () => yup[of](next()), ajv: () => ajv[of](next()) },
  });
  const register = ajo.form('register');
  const withdraw = ajo.form('withdraw', context);
  const loans = ajo.form('loan_subscription', loanContext);
  const next = moving();
  const emailAlone = ajo.form('register').field('email');
  const table = [
    form('register, accepted', register.check, 'register', typing(registration, 'email', '.a', '.ab')),
    form('register, refused', register.check, 'register', typing(wrongRegistration, 'email', 'e', 'ex')),
    form('register, one field, accepted', ({ email }) => emailAlone(email), 'field', typing(registration, 'email', '.a', '.ab')),
    form('register, one field, refused', ({ email }) => emailAlone(email), 'field', typing(wrongRegistration, 'email', 'e', 'ex')),
    form('withdraw, accepted', withdraw.check, 'withdraw', typing(withdrawal, 'description', ' f', ' for')),
    form('withdraw, refused', withdraw.check, 'withdraw', typing(wrongWithdrawal, 'amount', '.', '.5')),
    form('loan_subscription, accepted', loans.check, 'loan', typing(loan, 'name', ' o', ' of')),
    form('loan_subscription, refused', loans.check, 'loan', typing(wrongLoan, 'amount', '2', '23')),
    {
      name: 'loan schedule, 36 instalments',
      goal: { 'decimal.js': 1, 'big.js': 1 },
      ajo: () => ajo.evaluate('loan.schedule', terms),
      others: { 'decimal.js': decimalSchedule, 'big.js': bigSchedule },
    },
    {
      name: 'balance total, six currencies',
      goal: { 'decimal.js': 1, 'big.js': 1 },
      ajo: () => ajo.evaluate('balance.total', { balances: next(), rates, base: 'NGN' }),
      others: { 'decimal.js': () => decimalTotal(next()), 'big.js': () => bigTotal(next()) },
    },
  ];
  for (const other of [decimalTotal, bigTotal]) {
    for (const seen of [next(), next(), next()]) if (other(seen) !== ajo.evaluate('balance.total', { balances: seen, rates, base: 'NGN' }).total) throw new Error('the contenders do not sum the same');
  }
  const own = ajo.evaluate('loan.schedule', terms).instalments;
  for (const other of [decimalSchedule, bigSchedule]) {
    if (JSON.stringify(other().instalments.map(Object.entries).map((row) => row.sort())) !== JSON.stringify(own.map(Object.entries).map((row) => row.sort()))) throw new Error('the contenders do not calculate the same');
  }
  if (ajo.estimate) {
    const ts = new ZxcvbnFactory({ dictionary: { ...common.dictionary, ...english.dictionary }, graphs: common.adjacencyGraphs, translations: english.translations });
    const each = (call) => () => { for (const password of passwords) call(password); };
    table.push({
      name: 'password estimate, four passwords',
      goal: { zxcvbn: 2, 'zxcvbn-ts': 2 },
      ajo: each((password) => ajo.estimate({ password, user_inputs: [] })),
      others: { zxcvbn: each((password) => zxcvbn(password)), 'zxcvbn-ts': each((password) => ts.check(password)) },
    });
  }
  return table;
}
