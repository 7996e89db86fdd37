import type { Locator, Page } from 'playwright-core';
import type { Answer } from '../harness/api';
import type { Random } from './random';
import type { Visitor, VisitorKind } from './visitor';

/** The values of a form, by the form's own names. */
export type Values = Record<string, string | boolean>;

/** A screen that is open, and who looks at it. */
export interface Visit {
  visitor: Visitor;
  page: Page;
  /** The part of the page that holds the form. */
  root: Locator;
  /** Values that the form is judged by and nobody types: the payee of a transfer. */
  given: Values;
  /** What the generators need to know: the day, the limits of an amount. */
  facts: Record<string, unknown>;
}

export interface Field {
  /** Its label on the screen. */
  label: string;
  /** The screen need not show it at every time; what is not shown is blank. */
  comesAndGoes?: boolean;
  /** A value that is right, if the fields before have right ones. */
  right: (random: Random, visit: Visit, before: Values) => string | boolean;
  /** A value at a limit, or one that is nearly right. */
  odd: (random: Random, visit: Visit, before: Values) => string | boolean;
}

/** What the server answered to a call. */
export type Problem = Answer<unknown> & {
  body: { violations?: { field: string; code: string; message: string }[] };
};

/** A form on a screen, and the call that it leads to. */
export interface FormOnScreen {
  /** As the rules name it. */
  form: string;
  /** Where the form stands, for the report. */
  screen: string;
  /** For whom the verdict may differ. */
  visitors: readonly VisitorKind[];
  /** Opens the screen on a fresh page. */
  open: (
    visitor: Visitor,
    page: Page,
  ) => Promise<Pick<Visit, 'root'> & Partial<Pick<Visit, 'given' | 'facts'>>>;
  /** In the order in which they are typed. */
  fields: Record<string, Field>;
  /** Values that are tried every time, before the generated ones: they differ from values that are right. */
  always?: (visit: Visit) => Values[];
  /** Waits for what the screen asks the server meanwhile. */
  settles?: (visit: Visit) => Promise<void>;
  /** Sends what was typed. */
  call: (visit: Visit, values: Values) => Promise<Problem>;
  /** Fields that the call names in another way than the form. */
  names?: Record<string, { form: string; because: string }>;
  /** Refusals of values that the form accepts: what only the server knows. As `field:code`, or the code of a problem. */
  beyond?: Record<string, string>;
  /** Fields whose message is not shown under them, and whether the person reads it somewhere else. */
  elsewhere?: Record<string, { because: string; shown: (visit: Visit) => Promise<boolean> }>;
  /** Fields that the server judges in full only once nothing else is wrong, and why. */
  last?: Record<string, string>;
  /** Fields under which another call's refusal takes the place of the form's, with that call. */
  instead?: Record<
    string,
    { because: string; call: (visit: Visit, values: Values) => Promise<Problem | null> }
  >;
  /** What was accepted has changed what the screen was opened for: it has to be opened again. */
  reopens?: (answer: Problem) => boolean;
}

/** The messages of a server's answer, by the form's names; `null` where the answer is about something else. */
export function messagesOf(form: FormOnScreen, answer: Problem): Record<string, string> | null {
  const { status, body } = answer;
  if (status < 400) return {};
  const violations = body.violations ?? [];
  if (violations.length === 0) return body.code !== undefined && body.code in (form.beyond ?? {}) ? {} : null;
  const own = violations.filter(({ field, code }) => !(`${field}:${code}` in (form.beyond ?? {})));
  return Object.fromEntries(own.map(({ field, message }) => [form.names?.[field]?.form ?? field, message]));
}
