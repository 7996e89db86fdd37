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

/**
 * Reads a form's context once, for many values: each keystroke's. Short plain texts are written character by character
 * into the engine's memory; everything else takes the way through JSON, with the same answer.
 */
export function prepareForm<F extends FormName>(form: F, context: FormContext<F>): Prepared<F> {
  const inner = new PreparedForm(form, context as object);
  const fields = inner.fields().split(' ') as (keyof FormValues<F>)[];
  const room = inner.room();
  const [charactersAt, lengthsAt] = [inner.characters(), inner.lengths()];
  let characters = new Uint8Array();
  let lengths = new Uint32Array();
  let known: Violation[] = [];

  /** Memory that has grown lies elsewhere, and what was known of it is empty: any call into the engine may do that. */
  function look(): void {
    if (lengths.length > 0) return;
    const { buffer } = memory();
    characters = new Uint8Array(buffer, charactersAt, MOST_BYTES);
    lengths = new Uint32Array(buffer, lengthsAt, room);
  }

  /** Writes the values; false when they cannot be written this way. */
  function written(values: FormValues<F>): boolean {
    look();
    let at = 0;
    for (let index = 0; index < fields.length; index += 1) {
      const value: unknown = values[fields[index] as keyof FormValues<F>];
      if (typeof value === 'string') {
        const { length } = value;
        if (at + length > MOST_BYTES) return false;
        for (let place = 0; place < length; place += 1) {
          const code = value.charCodeAt(place);
          if (code >= FIRST_BEYOND_ASCII) return false;
          characters[at + place] = code;
        }
        lengths[index] = length;
        at += length;
      } else if (typeof value === 'boolean') lengths[index] = value ? YES : NO;
      else if (value === undefined || value === null) lengths[index] = ABSENT;
      else return false;
    }
    return true;
  }

  /** The violation whose place was told. */
  function told(index: number): Violation {
    look();
    const place = lengths[index] as number;
    let violation = known[place];
    if (violation === undefined) {
      violation = Object.freeze(inner.violation(place));
      known[place] = violation;
    }
    return violation;
  }

  return {
    check(values) {
      if (!written(values)) return check_form(form, values, context);
      const answer = inner.judge();
      if (answer === 0) return NONE;
      if (answer === MISREAD) return check_form(form, values, context);
      if (answer >= FORGOTTEN) known = [];
      const found: Violation[] = [];
      for (let index = 0; index < answer % FORGOTTEN; index += 1) found.push(told(index));
      return found;
    },
    checkField(field, values) {
      const place = fields.indexOf(field);
      if (place < 0 || !written(values)) return check_field(form, field, values, context);
      const answer = inner.judge_field(place);
      if (answer === 0) return null;
      if (answer === MISREAD) return check_field(form, field, values, context);
      if (answer >= FORGOTTEN) known = [];
      return told(0);
    },
  };
}
