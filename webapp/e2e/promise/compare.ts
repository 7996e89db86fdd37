import type { Page } from 'playwright-core';
import { wellFormed } from '../../src/lib/well-formed';
import { type FormOnScreen, messagesOf, type Problem, type Values, type Visit } from './form';
import type { People } from './people';
import { Random, seed } from './random';
import { read, type Shown, type } from './screen';
import { hostile } from './texts';
import type { Visitor, VisitorKind } from './visitor';

/** The comparison of one form for one kind of visitor. */
export interface Report {
  values: number;
  accepted: number;
  messages: number;
  disagreements: Disagreement[];
}

/** A set of values on which screen and server disagree. */
export interface Disagreement {
  values: Values;
  screen: Record<string, string>;
  server: Record<string, string> | string;
}

/** Further ones would repeat the first. */
const MOST_DISAGREEMENTS = 5;
const PATIENCE_MS = 2_000;

/** Types values into the screen, sends them to the server, and compares the messages of both. */
export async function compare(
  form: FormOnScreen,
  kind: VisitorKind,
  people: People,
  count: number,
): Promise<Report> {
  const visitor = await people.get(kind);
  const page = await visitor.context.newPage();
  const report: Report = { values: 0, accepted: 0, messages: 0, disagreements: [] };
  try {
    let visit = await open(form, visitor, page);
    const random = new Random(`${seed} ${form.screen} ${kind}`);
    const always = form.always?.(visit) ?? [];
    for (let round = 0; round < always.length + count; round += 1) {
      const typed = valuesOf(form, visit, random, round, always);
      const { disagreement, answer, accepted, messages } = await compareValues(form, visit, typed);
      report.values += 1;
      report.messages += messages;
      if (accepted && !disagreement) report.accepted += 1;
      if (disagreement) report.disagreements.push(disagreement);
      if (report.disagreements.length >= MOST_DISAGREEMENTS) break;
      if (form.reopens?.(answer)) visit = await open(form, visitor, page);
    }
  } finally {
    await page.close();
  }
  return report;
}

async function open(form: FormOnScreen, visitor: Visitor, page: Page): Promise<Visit> {
  return { visitor, page, given: {}, facts: {}, ...(await form.open(visitor, page)) };
}

/** A blank form, then the fixed values, then valid ones, then generated ones. */
function valuesOf(form: FormOnScreen, visit: Visit, random: Random, round: number, always: Values[]): Values {
  const names = Object.keys(form.fields);
  const mode = round <= always.length + 1 ? 'valid' : random.pick(['valid', 'one', 'one', 'any'] as const);
  const suspect = random.pick(names);
  const values: Values = {};
  for (const [name, field] of Object.entries(form.fields)) {
    const isValid = mode === 'valid' || (mode === 'one' && name !== suspect) || random.chance(40);
    const valid = field.valid(random, visit, values);
    if (round === 0) values[name] = typeof valid === 'boolean' ? false : '';
    else if (isValid) values[name] = valid;
    else if (typeof valid === 'string' && random.chance(30))
      values[name] = random.chance(20) ? '' : hostile(random);
    else values[name] = field.boundary(random, visit, values);
  }
  return { ...values, ...always[round - 1] };
}

async function compareValues(form: FormOnScreen, visit: Visit, typed: Values) {
  const shown = await onEveryPage(form, visit, (names) =>
    type(
      visit.root,
      names.map((name) => ({ label: form.fields[name]?.label ?? '', value: typed[name] ?? '' })),
    ),
  );
  const readAll = () =>
    onEveryPage(form, visit, (names) =>
      read(
        visit.root,
        names.map((name) => form.fields[name]?.label ?? ''),
      ),
    );
  await form.settles?.(visit);
  let latest = form.settles ? await readAll() : shown;
  const values = wellFormed({ ...visit.given, ...held(form, visit, latest) });
  const answer = await form.call(visit, values);
  const server = messagesOf(form, answer) ?? unexpected(answer);
  const messages = typeof server === 'string' ? server : await onScreen(form, visit, values, server);
  const expected = typeof messages === 'string' ? messages : asShownTo(visit, messages, answer);
  const screenNow = () => withoutJudgedLast(form, messagesOnScreen(form, latest), expected);
  let screen = screenNow();
  for (const until = Date.now() + PATIENCE_MS; !same(screen, expected) && Date.now() < until; ) {
    await new Promise((done) => setTimeout(done, 100));
    latest = await readAll();
    screen = screenNow();
  }
  const disagreement: Disagreement | null = same(screen, expected)
    ? null
    : { values, screen, server: expected };
  const accepted = typeof server !== 'string' && Object.keys(server).length === 0;
  return { answer, accepted, disagreement, messages: Object.keys(screen).length };
}

/** The fields as shown, in their order, page by page. */
async function onEveryPage(
  form: FormOnScreen,
  visit: Visit,
  look: (names: string[]) => Promise<(Shown | null)[]>,
): Promise<(Shown | null)[]> {
  const all = Object.keys(form.fields);
  if (!form.pages) return look(all);
  const shown = new Map<string, Shown | null>();
  for (const { names, turnTo } of form.pages) {
    await turnTo(visit);
    (await look([...names])).forEach((one, index) => void shown.set(names[index] ?? '', one));
  }
  return all.map((name) => shown.get(name) ?? null);
}

/** The values that the fields hold after typing. */
function held(form: FormOnScreen, visit: Visit, shown: readonly (Shown | null)[]): Values {
  const values: Values = {};
  Object.entries(form.fields).forEach(([name, field], index) => {
    const one = shown[index];
    if (!one && !field.comesAndGoes) throw new Error(`${form.screen} shows no field "${field.label}"`);
    values[name] = one?.value ?? visit.given[name] ?? '';
  });
  return values;
}

function messagesOnScreen(form: FormOnScreen, shown: readonly (Shown | null)[]): Record<string, string> {
  const names = Object.keys(form.fields);
  return Object.fromEntries(
    names.map((name, index) => [name, shown[index]?.message ?? '']).filter(([, message]) => message !== ''),
  );
}

/** Drops messages that the server gives only once the other fields are valid. */
function withoutJudgedLast(
  form: FormOnScreen,
  screen: Record<string, string>,
  server: Record<string, string> | string,
): Record<string, string> {
  if (!form.judgedLast || typeof server === 'string' || Object.keys(server).length === 0) return screen;
  const isReported = ([name]: [string, string]) => name in server || !(name in (form.judgedLast ?? {}));
  return Object.fromEntries(Object.entries(screen).filter(isReported));
}

/** The server's messages as this screen must show them. */
async function onScreen(form: FormOnScreen, visit: Visit, values: Values, server: Record<string, string>) {
  const expected = { ...server };
  for (const [name, { shown }] of Object.entries(form.elsewhere ?? {})) {
    const message = expected[name];
    if (message !== undefined && (await shown(visit, message))) delete expected[name];
  }
  for (const [name, { call }] of Object.entries(form.instead ?? {})) {
    const answer = await call(visit, values);
    if (answer && answer.status >= 400) expected[name] = answer.body.message ?? '';
  }
  return expected;
}

/** Masks the balance in messages for a user who hides balances. */
function asShownTo({ visitor }: Visit, messages: Record<string, string>, { body }: Problem) {
  if (visitor.kind !== 'a member who hides balances') return messages;
  const balances = (body.violations ?? [])
    .filter(({ code }) => code === 'insufficient_balance')
    .map(({ params }) => String(params.limit));
  const masked = (message: string) =>
    balances.reduce((text, balance) => text.replaceAll(balance, 'XXXXXXXXXXX'), message);
  return Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, masked(message)]));
}

const unexpected = ({ status, body }: Problem): string => `${status} ${JSON.stringify(body).slice(0, 300)}`;

function same(screen: Record<string, string>, server: Record<string, string> | string): boolean {
  if (typeof server === 'string') return false;
  const sorted = (messages: Record<string, string>) => JSON.stringify(Object.entries(messages).sort());
  return sorted(screen) === sorted(server);
}
