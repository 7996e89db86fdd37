import type { FormContext, FormName, FormValues, Violation } from '@pkg/rules/rule-map';
import { check_field, check_form, rules_memory as memory, PreparedForm } from '@pkg/rules/rules.js';

/** As wasm-bindings/src/prepared.rs has them. */
const MOST_CHARACTERS = 1024;
const FORGOTTEN = 256;
const MISREAD = 512;
const FIRST_BEYOND_ASCII = 0x80;

const NONE: readonly Violation[] = Object.freeze([]);

/** A form in a context, ready to judge values. */
export interface Prepared<F extends FormName> {
  /** What is wrong with the values, in field order, at most one violation a field. Throws as `checkForm` does. */
  check(values: FormValues<F>): readonly Violation[];
  /**
   * A judge of one field: what `check` would say of it if this were its value. The other fields have the values that they
   * had last, whoever judged them; before any, they are blank. Throws as `checkForm` does, but a field that is judged by
   * its text alone need not mind what else cannot be read.
   */
  field<K extends keyof FormValues<F> & string>(field: K): (value: FormValues<F>[K]) => Violation | null;
}

/**
 * Reads a form's context once, for many values: each keystroke's. The engine keeps the values; what has changed since the
 * last call, a short plain text mostly, is written character by character into its memory. Everything else takes the
 * way of any JSON, with the same answer.
 */
export function prepareForm<F extends FormName>(form: F, context: FormContext<F>): Prepared<F> {
  const inner = new PreparedForm(form, context as object);
  const fields = inner.fields().split(' ') as (keyof FormValues<F> & string)[];
  const charactersAt = inner.characters() / Uint32Array.BYTES_PER_ELEMENT;
  const foundAt = inner.found() / Uint32Array.BYTES_PER_ELEMENT;
  /** What the fields' values are, and which of them the engine has: none yet. */
  const latest: unknown[] = fields.map(() => undefined);
  const kept: unknown[] = fields.map(() => undefined);
  let words = new Uint32Array();
  let known: Violation[] = [];

  /** Memory that has grown lies elsewhere, and what was known of it is empty: any call into the engine may do that. */
  function look(): Uint32Array {
    if (words.length === 0) words = new Uint32Array(memory().buffer);
    return words;
  }

  /** Writes the text where the engine reads it, four characters at a time; false when it is too long or not plain. */
  function write(text: string): boolean {
    const { length } = text;
    if (length > MOST_CHARACTERS) return false;
    const into = look();
    let seen = 0;
    let word = charactersAt;
    let place = 0;
    for (; place + 4 <= length; place += 4) {
      const first = text.charCodeAt(place);
      const second = text.charCodeAt(place + 1);
      const third = text.charCodeAt(place + 2);
      const fourth = text.charCodeAt(place + 3);
      seen |= first | second | third | fourth;
      into[word] = first | (second << 8) | (third << 16) | (fourth << 24);
      word += 1;
    }
    let last = 0;
    for (let shift = 0; place < length; place += 1, shift += 8) {
      const code = text.charCodeAt(place);
      seen |= code;
      last |= code << shift;
    }
    into[word] = last;
    return seen < FIRST_BEYOND_ASCII;
  }

  /** Has the engine take what has changed. */
  function settle(): void {
    for (let place = 0; place < fields.length; place += 1) {
      const value = latest[place];
      if (value === kept[place] && !mayChangeInside(value)) continue;
      kept[place] = value;
      if (typeof value === 'string' && write(value)) inner.set_text(place, value.length);
      else inner.set(place, value ?? null);
    }
  }

  /** The violation that the engine keeps at a place. */
  function told(place: number): Violation {
    let violation = known[place];
    if (violation === undefined) {
      violation = Object.freeze(inner.violation(place));
      known[place] = violation;
    }
    return violation;
  }

  return {
    check(values) {
      for (let place = 0; place < fields.length; place += 1) {
        latest[place] = values[fields[place] as keyof FormValues<F>];
      }
      settle();
      const answer = inner.judge();
      if (answer === 0) return NONE;
      if (answer === MISREAD) return check_form(form, values, context);
      if (answer >= FORGOTTEN) known = [];
      const violations: Violation[] = [];
      for (let index = 0; index < answer % FORGOTTEN; index += 1) {
        violations.push(told(look()[foundAt + index] as number));
      }
      return violations;
    },

    field(field) {
      const place = fields.indexOf(field);
      const standsAlone = inner.is_text_field(place);
      return (value: unknown) => {
        latest[place] = value;
        let answer: number;
        if (standsAlone && typeof value === 'string' && write(value))
          answer = inner.judge_text(place, value.length);
        else {
          settle();
          answer = inner.judge_field(place);
        }
        if (answer === 0) return null;
        if (answer === MISREAD) {
          const values = Object.fromEntries(fields.map((name, index) => [name, latest[index]]));
          return check_field(form, field, values as FormValues<F>, context);
        }
        if (answer >= FORGOTTEN) known = [];
        return told((answer % FORGOTTEN) - 1);
      };
    },
  };
}

/** Whether the value may be another though it is the same object. */
const mayChangeInside = (value: unknown): boolean => typeof value === 'object' && value !== null;
