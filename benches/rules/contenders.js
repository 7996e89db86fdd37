// The engine's forms, reimplemented with common libraries.
import Ajv from 'ajv';
import { Decimal } from 'decimal.js';
import * as v from 'valibot';
import * as yup from 'yup';
import { z } from 'zod';
import { strong, wellKnown } from './passwords.js';

const EMAIL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]*[a-z][a-z0-9-]*$/i;
const PHONE = /^\d{11}$/;
const AMOUNT = /^\d{1,17}(\.\d{1,2})?$/;
const ACCOUNT = /^\d{10}$/;
const SAID = {
  name: 'Use at least 3 characters.',
  email: 'Enter an email address, like name@example.com.',
  phone: 'phone number not valid',
  short: 'Use at least 6 characters.',
  weak: 'This password is too weak.',
  common: 'This is too easy to guess.',
  agreement: 'Confirm this to go on.',
  amount: 'Enter an amount in digits, like 1500.00.',
  least: 'you cannot withdraw below N200',
  account: 'Choose a bank account.',
};
const above = (balance) => `you cannot withdraw above your available balance of NGN ${balance}`;

/** Exact amounts of a withdrawal, as a careful JavaScript programmer would compute them. */
const enough = (amount, { rates }) => {
  const scale = (naira) => new Decimal(naira).mul(rates.NGN.sell_rate).div(rates.NGN.sell_rate);
  return { least: scale(200).toDecimalPlaces(2, Decimal.ROUND_UP), fee: scale(20).toDecimalPlaces(2, Decimal.ROUND_HALF_UP), amount: new Decimal(amount) };
};
const aboveLeast = (text, context) => {
  const { amount, least } = enough(text, context);
  return amount.gte(least);
};
const covered = (text, context) => {
  const { amount, fee } = enough(text, context);
  return amount.add(fee).lte(context.ledger_balance);
};
/** A loan's limits in the user's currency, and its requirements besides its fields. */
const limits = ({ plan, currency, rates }) => {
  const scale = (amount, rounding) => new Decimal(amount).div(rates[plan.base_currency].sell_rate).mul(rates[currency].sell_rate).toDecimalPlaces(2, rounding);
  return [scale(plan.min_amount, Decimal.ROUND_UP), scale(plan.max_amount, Decimal.ROUND_DOWN)];
};
const fromLeast = (text, context) => new Decimal(text).gte(limits(context)[0]);
const toMost = (text, context) => new Decimal(text).lte(limits(context)[1]);
const gates = ({ phone, location, clusters, plan }) => Boolean(phone && location && (!plan.is_group || clusters.length > 0));
const LOAN = { least: 'because of your selected loan plan, use an amount greater than NGN 15000.00', most: 'This plan takes at most NGN 150000.00.', gates: 'Join a cluster first: this is a group plan.' };
const oneAccount = (values) => values.bank_account_id !== '' || values.account_number !== '';

export function zodForms(context, loanContext) {
  const register = z.object({
    name: z.string().trim().min(3, SAID.name).max(100),
    email: z.string().regex(EMAIL, SAID.email),
    phone: z.string().regex(PHONE, SAID.phone),
    password: z.string().min(6, SAID.short).max(128).refine(strong, SAID.weak),
    referrer: z.string().max(40).optional(),
    agreement: z.literal(true, SAID.agreement),
  }).superRefine((values, found) => {
    if (wellKnown(values.password, [values.name, values.email])) found.addIssue({ code: 'custom', path: ['password'], message: SAID.common });
  });
  const withdraw = z.object({
    amount: z.string().regex(AMOUNT, SAID.amount).refine((text) => !AMOUNT.test(text) || aboveLeast(text, context), SAID.least).refine((text) => !AMOUNT.test(text) || covered(text, context), above(context.ledger_balance)),
    description: z.string().max(100).optional(),
    confirm: z.literal(true, SAID.agreement),
    bank_account_id: z.string().max(40),
    account_number: z.string().regex(ACCOUNT).or(z.literal('')),
  }).refine(oneAccount, { path: ['bank_account_id'], message: SAID.account });
  const loan = z.object({
    name: z.string().trim().min(3, SAID.name).max(100),
    amount: z.string().regex(AMOUNT, SAID.amount).refine((text) => !AMOUNT.test(text) || fromLeast(text, loanContext), LOAN.least).refine((text) => !AMOUNT.test(text) || toMost(text, loanContext), LOAN.most),
    funding_source: z.enum(['card', 'wallet', 'bank']),
    confirm: z.literal(true, SAID.agreement),
  }).refine(() => gates(loanContext), { path: ['clusters'], message: LOAN.gates });
  const email = z.string().regex(EMAIL, SAID.email);
  return { loan: (values) => loan.safeParse(values), register: (values) => register.safeParse(values), withdraw: (values) => withdraw.safeParse(values), field: (values) => email.safeParse(values.email) };
}

export function valibotForms(context, loanContext) {
  const register = v.pipe(
    v.object({
      name: v.pipe(v.string(), v.trim(), v.minLength(3, SAID.name), v.maxLength(100)),
      email: v.pipe(v.string(), v.regex(EMAIL, SAID.email)),
      phone: v.pipe(v.string(), v.regex(PHONE, SAID.phone)),
      password: v.pipe(v.string(), v.minLength(6, SAID.short), v.maxLength(128), v.check(strong, SAID.weak)),
      referrer: v.optional(v.pipe(v.string(), v.maxLength(40))),
      agreement: v.literal(true, SAID.agreement),
    }),
    v.forward(v.check((values) => !wellKnown(values.password, [values.name, values.email]), SAID.common), ['password']),
  );
  const withdraw = v.pipe(
    v.object({
      amount: v.pipe(v.string(), v.regex(AMOUNT, SAID.amount), v.check((text) => !AMOUNT.test(text) || aboveLeast(text, context), SAID.least), v.check((text) => !AMOUNT.test(text) || covered(text, context), above(context.ledger_balance))),
      description: v.optional(v.pipe(v.string(), v.maxLength(100))),
      confirm: v.literal(true, SAID.agreement),
      bank_account_id: v.pipe(v.string(), v.maxLength(40)),
      account_number: v.union([v.pipe(v.string(), v.regex(ACCOUNT)), v.literal('')]),
    }),
    v.forward(v.check(oneAccount, SAID.account), ['bank_account_id']),
  );
  const loan = v.pipe(
    v.object({
      name: v.pipe(v.string(), v.trim(), v.minLength(3, SAID.name), v.maxLength(100)),
      amount: v.pipe(v.string(), v.regex(AMOUNT, SAID.amount), v.check((text) => !AMOUNT.test(text) || fromLeast(text, loanContext), LOAN.least), v.check((text) => !AMOUNT.test(text) || toMost(text, loanContext), LOAN.most)),
      funding_source: v.picklist(['card', 'wallet', 'bank']),
      confirm: v.literal(true, SAID.agreement),
    }),
    v.forward(v.check(() => gates(loanContext), LOAN.gates), ['name']),
  );
  const email = v.pipe(v.string(), v.regex(EMAIL, SAID.email));
  return { loan: (values) => v.safeParse(loan, values), register: (values) => v.safeParse(register, values), withdraw: (values) => v.safeParse(withdraw, values), field: (values) => v.safeParse(email, values.email) };
}

export function yupForms(context, loanContext) {
  const register = yup.object({
    name: yup.string().trim().required().min(3, SAID.name).max(100),
    email: yup.string().required().matches(EMAIL, SAID.email),
    phone: yup.string().required().matches(PHONE, SAID.phone),
    password: yup.string().required().min(6, SAID.short).max(128).test('strong', SAID.weak, (text) => strong(text ?? '')).test('known', SAID.common, (text, { parent }) => !wellKnown(text ?? '', [parent.name, parent.email])),
    referrer: yup.string().max(40),
    agreement: yup.boolean().oneOf([true], SAID.agreement),
  });
  const withdraw = yup.object({
    amount: yup.string().required().matches(AMOUNT, SAID.amount).test('least', SAID.least, (text) => !AMOUNT.test(text) || aboveLeast(text, context)).test('covered', above(context.ledger_balance), (text) => !AMOUNT.test(text) || covered(text, context)),
    description: yup.string().max(100),
    confirm: yup.boolean().oneOf([true], SAID.agreement),
    bank_account_id: yup.string().max(40).test('one', SAID.account, (text, { parent }) => oneAccount({ bank_account_id: text ?? '', account_number: parent.account_number })),
    account_number: yup.string().matches(ACCOUNT, { excludeEmptyString: true }),
  });
  const loan = yup.object({
    name: yup.string().trim().required().min(3, SAID.name).max(100),
    amount: yup.string().required().matches(AMOUNT, SAID.amount).test('least', LOAN.least, (text) => !AMOUNT.test(text) || fromLeast(text, loanContext)).test('most', LOAN.most, (text) => !AMOUNT.test(text) || toMost(text, loanContext)),
    funding_source: yup.string().required().oneOf(['card', 'wallet', 'bank']),
    confirm: yup.boolean().oneOf([true], SAID.agreement),
  }).test('gates', LOAN.gates, () => gates(loanContext));
  const email = yup.string().required().matches(EMAIL, SAID.email);
  const judge = (schema, values) => {
    try {
      return schema.validateSync(values, { abortEarly: false });
    } catch (error) {
      return error.inner;
    }
  };
  return { loan: (values) => judge(loan, values), register: (values) => judge(register, values), withdraw: (values) => judge(withdraw, values), field: (values) => judge(email, values.email) };
}

export function ajvForms(context, loanContext) {
  const ajv = new Ajv({ allErrors: true });
  ajv.addKeyword({ keyword: 'strong', validate: (_, text) => strong(text) });
  ajv.addKeyword({ keyword: 'notKnown', validate: (_, values) => !wellKnown(values.password ?? '', [values.name ?? '', values.email ?? '']) });
  ajv.addKeyword({ keyword: 'least', validate: (_, text) => !AMOUNT.test(text) || aboveLeast(text, context) });
  ajv.addKeyword({ keyword: 'covered', validate: (_, text) => !AMOUNT.test(text) || covered(text, context) });
  ajv.addKeyword({ keyword: 'fromLeast', validate: (_, text) => !AMOUNT.test(text) || fromLeast(text, loanContext) });
  ajv.addKeyword({ keyword: 'toMost', validate: (_, text) => !AMOUNT.test(text) || toMost(text, loanContext) });
  ajv.addKeyword({ keyword: 'gates', validate: () => gates(loanContext) });
  ajv.addKeyword({ keyword: 'oneAccount', validate: (_, values) => oneAccount(values) });
  const compiled = {
    register: ajv.compile({
      type: 'object',
      notKnown: true,
      required: ['name', 'email', 'phone', 'password', 'agreement'],
      properties: {
        name: { type: 'string', minLength: 3, maxLength: 100 },
        email: { type: 'string', pattern: EMAIL.source.replaceAll('a-z', 'A-Za-z') },
        phone: { type: 'string', pattern: PHONE.source },
        password: { type: 'string', minLength: 6, maxLength: 128, strong: true },
        referrer: { type: 'string', maxLength: 40 },
        agreement: { const: true },
      },
    }),
    withdraw: ajv.compile({
      type: 'object',
      oneAccount: true,
      required: ['amount', 'confirm'],
      properties: {
        amount: { type: 'string', pattern: AMOUNT.source, least: true, covered: true },
        description: { type: 'string', maxLength: 100 },
        confirm: { const: true },
        bank_account_id: { type: 'string', maxLength: 40 },
        account_number: { type: 'string', pattern: '^(\\d{10})?$' },
      },
    }),
    loan: ajv.compile({
      type: 'object',
      gates: true,
      required: ['name', 'amount', 'funding_source', 'confirm'],
      properties: {
        name: { type: 'string', minLength: 3, maxLength: 100 },
        amount: { type: 'string', pattern: AMOUNT.source, fromLeast: true, toMost: true },
        funding_source: { enum: ['card', 'wallet', 'bank'] },
        confirm: { const: true },
      },
    }),
    email: ajv.compile({ type: 'string', pattern: EMAIL.source.replaceAll('a-z', 'A-Za-z') }),
  };
  const judge = (validate, values) => (validate(values) ? [] : validate.errors);
  return { loan: (values) => judge(compiled.loan, values), register: (values) => judge(compiled.register, values), withdraw: (values) => judge(compiled.withdraw, values), field: (values) => judge(compiled.email, values.email) };
}
