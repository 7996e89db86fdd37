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
  /** A valid value, given valid values of the fields before it. */
  valid: (random: Random, visit: Visit, before: Values) => string | boolean;
  /** A value near a limit, or a valid one written differently. */
  boundary: (random: Random, visit: Visit, before: Values) => string | boolean;
}

/** What the server answered to a call. */
export type Problem = Answer<unknown> & {
  body: {
    violations?: { field: string; code: string; message: string; params: Record<string, unknown> }[];
  };
};

/** A form on a screen, and the call that it leads to. */
export interface FormOnScreen {
  /** As the rules name it. */
  form: string;
  /** Where it is used: a file of `webapp/src`. */
  file: string;
  /** The screen's name in the report. */
  screen: string;
  /** The kinds of people for whom the verdict may differ. */
  visitors: readonly VisitorKind[];
  /** Opens the screen on a fresh page. */
  open: (
    visitor: Visitor,
    page: Page,
  ) => Promise<Pick<Visit, 'root'> & Partial<Pick<Visit, 'given' | 'facts'>>>;
  /** In the order in which they are typed. */
  fields: Record<string, Field>;
  /** Values that are tried on every run, each laid over valid values of the other fields. */
  always?: (visit: Visit) => Values[];
  /** Waits for what the screen asks the server meanwhile. */
  settles?: (visit: Visit) => Promise<void>;
  /** Sends what was typed. */
  call: (visit: Visit, values: Values) => Promise<Problem>;
  /** Fields that the call and the form name differently. */
  names?: Record<string, { form: string; because: string }>;
  /** Refusals that depend on facts only the server has, as `field:code` or the code of a problem. The form is valid then. */
  serverOnly?: Record<string, string>;
  /** Fields whose message is not shown under them, and whether the person reads it somewhere else. */
  elsewhere?: Record<string, { because: string; shown: (visit: Visit, message: string) => Promise<boolean> }>;
  /** Fields that the server judges completely only once the others are valid, and why. */
  judgedLast?: Record<string, string>;
  /** Fields under which another call's refusal takes the place of the form's, with that call. */
  instead?: Record<
    string,
    { because: string; call: (visit: Visit, values: Values) => Promise<Problem | null> }
  >;
  /** Whether this answer means that the screen is out of date and must be opened again. */
  reopens?: (answer: Problem) => boolean;
}

/** The messages of a server's answer, by the form's names; `null` where the answer is about something else. */
export function messagesOf(form: FormOnScreen, answer: Problem): Record<string, string> | null {
  const { status, body } = answer;
  if (status < 400) return {};
  const violations = body.violations ?? [];
  if (violations.length === 0)
    return body.code !== undefined && body.code in (form.serverOnly ?? {}) ? {} : null;
  const own = violations.filter(({ field, code }) => !(`${field}:${code}` in (form.serverOnly ?? {})));
  return Object.fromEntries(own.map(({ field, message }) => [form.names?.[field]?.form ?? field, message]));
}
