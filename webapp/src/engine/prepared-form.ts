import type { FormContext, FormName, FormValues, Violation } from '@pkg/rules/rule-map';
import { check_field, check_form, PreparedForm } from '@pkg/rules/rules.js';
import { engineWords, wordAt, writeText } from './written';

/** As wasm-bindings/src/prepared_form.rs has them. */
const FORGOTTEN = 256;
const MISREAD = 512;

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
  /** Gives the engine's memory back; nothing may be asked from then on. */
  free(): void;
}

/**
 * Reads a form's context once, for many values: each keystroke's. The engine keeps the values; what has changed since the
 * last call, a short plain text mostly, is written character by character into its memory. Everything else takes the
 * way of any JSON, with the same answer.
 */
export function prepareForm<F extends FormName>(form: F, context: FormContext<F>): Prepared<F> {
  const inner = new PreparedForm(form, context as object);
  const fields = inner.fields().split(' ') as (keyof FormValues<F> & string)[];
  const charactersAt = wordAt(inner.characters());
  const foundAt = wordAt(inner.found());
  /** What the fields' values are, and which of them the engine has: none yet. */
  const latest: unknown[] = fields.map(() => undefined);
  const kept: unknown[] = fields.map(() => undefined);
  let known: Violation[] = [];

  /** Has the engine take what has changed. */
  function settle(): void {
    for (let place = 0; place < fields.length; place += 1) {
      const value = latest[place];
      if (value === kept[place] && !mayChangeInside(value)) continue;
      kept[place] = value;
      if (typeof value === 'string' && writeText(value, charactersAt)) inner.set_text(place, value.length);
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
    free: () => inner.free(),

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
        violations.push(told(engineWords()[foundAt + index] as number));
      }
      return violations;
    },

    field(field) {
      const place = fields.indexOf(field);
      const standsAlone = inner.is_text_field(place);
      return (value: unknown) => {
        latest[place] = value;
        let answer: number;
        if (standsAlone && typeof value === 'string' && writeText(value, charactersAt))
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
