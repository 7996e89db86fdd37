import type { FormContext, FormName, FormValues, Violation } from '@pkg/rules/rule-map';
import { check_field, check_form, rules_memory as memory, PreparedForm } from '@pkg/rules/rules.js';

/** As wasm-bindings/src/prepared.rs has them. */
const MOST_BYTES = 1024;
const FORGOTTEN = 256;
const MISREAD = 512;
const [ABSENT, YES, NO] = [0xffff_ffff, 0xffff_fffe, 0xffff_fffd];
const FIRST_BEYOND_ASCII = 0x80;

const NONE: readonly Violation[] = Object.freeze([]);

/** A form in a context, ready to judge values. */
export interface Prepared<F extends FormName> {
  /** What is wrong with the values, in field order, at most one violation a field. Throws as `checkForm` does. */
  check(values: FormValues<F>): readonly Violation[];
  /** What `check` says of one field. */
  checkField(field: keyof FormValues<F> & string, values: FormValues<F>): Violation | null;
}

/** Stands in place of a value that the engine does not know: no value is like it. */
const UNKNOWN = Symbol('unknown');

/**
 * Reads a form's context once, for many values: each keystroke's. The engine keeps the values; what has changed since the
 * last call, a short plain text mostly, is written character by character into its memory. Everything else takes the
 * way of any JSON, with the same answer.
 */
export function prepareForm<F extends FormName>(form: F, context: FormContext<F>): Prepared<F> {
  const inner = new PreparedForm(form, context as object);
  const fields = inner.fields().split(' ') as (keyof FormValues<F> & string)[];
  const room = inner.room();
  const [charactersAt, wordsAt] = [inner.characters(), inner.words()];
  /** What the engine has, field by field: nothing yet. */
  const kept: unknown[] = fields.map(() => undefined);
  let characters = new Uint8Array();
  let words = new Uint32Array();
  let known: Violation[] = [];

  /** Memory that has grown lies elsewhere, and what was known of it is empty: any call into the engine may do that. */
  function look(): void {
    if (words.length > 0) return;
    const { buffer } = memory();
    characters = new Uint8Array(buffer, charactersAt, MOST_BYTES);
    words = new Uint32Array(buffer, wordsAt, room);
  }

  /** Writes what has changed: the number of changes, or -1 when they cannot be written this way. */
  function written(values: FormValues<F>): number {
    look();
    let at = 0;
    let changes = 0;
    for (let index = 0; index < fields.length; index += 1) {
      const value: unknown = values[fields[index] as keyof FormValues<F>];
      if (value === kept[index]) continue;
      let length = ABSENT;
      if (typeof value === 'string') {
        length = value.length;
        if (at + length > MOST_BYTES) return forget();
        for (let place = 0; place < length; place += 1) {
          const code = value.charCodeAt(place);
          if (code >= FIRST_BEYOND_ASCII) return forget();
          characters[at + place] = code;
        }
        at += length;
      } else if (typeof value === 'boolean') length = value ? YES : NO;
      else if (value !== undefined && value !== null) return forget();
      kept[index] = value;
      words[changes] = index;
      words[changes + 1] = length;
      changes += 2;
    }
    return changes / 2;
  }

  /** What was written is not handed over, so next time all is written anew. */
  function forget(): -1 {
    kept.fill(UNKNOWN);
    return -1;
  }

  /** The violation whose place was told. */
  function told(index: number): Violation {
    look();
    const place = words[index] as number;
    let violation = known[place];
    if (violation === undefined) {
      violation = Object.freeze(inner.violation(place));
      known[place] = violation;
    }
    return violation;
  }

  return {
    check(values) {
      const changes = written(values);
      if (changes < 0) return check_form(form, values, context);
      const answer = inner.judge(changes);
      if (answer === 0) return NONE;
      if (answer === MISREAD) return check_form(form, values, context);
      if (answer >= FORGOTTEN) known = [];
      const found: Violation[] = [];
      for (let index = 0; index < answer % FORGOTTEN; index += 1) found.push(told(index));
      return found;
    },
    checkField(field, values) {
      const place = fields.indexOf(field);
      const changes = place < 0 ? -1 : written(values);
      if (changes < 0) return check_field(form, field, values, context);
      const answer = inner.judge_field(changes, place);
      if (answer === 0) return null;
      if (answer === MISREAD) return check_field(form, field, values, context);
      if (answer >= FORGOTTEN) known = [];
      return told(0);
    },
  };
}
