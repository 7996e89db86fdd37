import type { Locator, Page } from 'playwright-core';
import type { Answer } from '../harness/api';
import type { Random } from './random';
import type { Visitor, VisitorKind } from './visitor';

/** The values of a form, by the form's own names. */
export type Values = Record<string, string | boolean>;

/** An open screen and its visitor. */
export interface Visit {
  visitor: Visitor;
  page: Page;
  /** The part of the page that holds the form. */
  root: Locator;
  /** Values that the form validates but does not ask for, such as the payee of a transfer. */
  given: Values;
  /** Facts for the generators, such as the date or the limits of an amount. */
  facts: Record<string, unknown>;
}

export interface Field {
  /** The label on the screen. */
  label: string;
  /** Whether the screen may hide it; a hidden field is blank. */
  comesAndGoes?: boolean;
  /** A valid value, given valid values of the fields before it. */
  valid: (random: Random, visit: Visit, before: Values) => string | boolean;
  /** A value near a limit, or a valid one written differently. */
  boundary: (random: Random, visit: Visit, before: Values) => string | boolean;
}

/** The server's response to a call. */
export type Problem = Answer<unknown> & {
  body: {
    violations?: { field: string; code: string; message: string; params: Record<string, unknown> }[];
  };
};

/** A form on a screen, and the call that submits it. */
export interface FormOnScreen {
  /** The name in the rules. */
  form: string;
  /** The file of `webapp/src` that uses it. */
  file: string;
  /** The screen's name in the report. */
  screen: string;
  /** The kinds of visitors whose result may differ. */
  visitors: readonly VisitorKind[];
  /** Opens the screen on a fresh page. */
  open: (
    visitor: Visitor,
    page: Page,
  ) => Promise<Pick<Visit, 'root'> & Partial<Pick<Visit, 'given' | 'facts'>>>;
  /** In typing order. */
  fields: Record<string, Field>;
  /** The pages of a form that shows its fields on several, each with its fields and the way to it. */
  pages?: readonly { names: readonly string[]; turnTo: (visit: Visit) => Promise<unknown> }[];
  /** Values tried on every run, each merged into valid values of the other fields. */
  always?: (visit: Visit) => Values[];
  /** Waits for the screen's requests to the server. */
  settles?: (visit: Visit) => Promise<void>;
  /** Submits the typed values. */
  call: (visit: Visit, values: Values) => Promise<Problem>;
  /** Fields named differently by the call and the form. */
  names?: Record<string, { form: string; because: string }>;
  /** Refusals based on facts only the server has, as `field:code` or a problem's code. The form is valid then. */
  serverOnly?: Record<string, string>;
  /** Fields whose message is not shown below them, with the reason and a check that it is shown elsewhere. */
  elsewhere?: Record<string, { because: string; shown: (visit: Visit, message: string) => Promise<boolean> }>;
  /** Fields that the server validates fully only once the others are valid, with the reason. */
  judgedLast?: Record<string, string>;
  /** Fields below which another call's refusal replaces the form's message, with that call. */
  instead?: Record<
    string,
    { because: string; call: (visit: Visit, values: Values) => Promise<Problem | null> }
  >;
  /** Whether this response makes the screen out of date, so that it must be reopened. */
  reopens?: (answer: Problem) => boolean;
}

/** The messages of a response, by the form's field names; `null` if the response concerns something else. */
export function messagesOf(form: FormOnScreen, answer: Problem): Record<string, string> | null {
  const { status, body } = answer;
  if (status < 400) return {};
  const violations = body.violations ?? [];
  if (violations.length === 0)
    return body.code !== undefined && body.code in (form.serverOnly ?? {}) ? {} : null;
  const own = violations.filter(({ field, code }) => !(`${field}:${code}` in (form.serverOnly ?? {})));
  return Object.fromEntries(own.map(({ field, message }) => [form.names?.[field]?.form ?? field, message]));
}
