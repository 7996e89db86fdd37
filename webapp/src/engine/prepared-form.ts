import type { FormContext, FormName, FormValues, Violation } from '@pkg/rules/rule-map';
import { explained, type Rules, rules } from './modules';
import { memoryOf, wordAt } from './text-buffer';

const NONE: readonly Violation[] = Object.freeze([]);

/** A form in a context, ready to check values. */
export interface Prepared<F extends FormName> {
  /** The violations of these values, in field order, at most one a field. Throws as `checkForm` does. */
  check(values: FormValues<F>): readonly Violation[];
  /**
   * A check of one field: the result of `check` for this value. The other fields have the values last checked;
   * before any check they are blank. Throws as `checkForm` does, except that a field whose verdict depends on its text
   * alone is checked even if another field cannot be read.
   */
  field<K extends keyof FormValues<F> & string>(field: K): (value: FormValues<F>[K]) => Violation | null;
  /** Releases the engine's memory. The form must not be used afterwards; calling `free` again does nothing. */
  free(): void;
}

/**
 * Reads a form's context once and checks many values against it, one set at each keystroke. The engine keeps the values:
 * only what has changed since the last call crosses, mostly one short ASCII text, which is written into the engine's
 * memory. Everything else crosses as a JavaScript value, with the same result. A form stays with the module that
 * prepared it.
 */
export function prepareForm<F extends FormName>(form: F, context: FormContext<F>): Prepared<F> {
  const module = rules();
  const inner = open(module, form, context as object);
  const memory = memoryOf(module);
  const [cleared, unreadable] = module.answer_codes() as unknown as [number, number];
  const fields = inner.fields().split(' ') as (keyof FormValues<F> & string)[];
  const bufferAt = wordAt(inner.text_buffer());
  const foundAt = wordAt(inner.found());
  /** The fields' latest values, and those that the engine has. */
  const latest: unknown[] = fields.map(() => undefined);
  const sent: unknown[] = fields.map(() => undefined);
  let cache: Violation[] = [];
  let isFreed = false;

  /** Sends the values that have changed to the engine. */
  function send(): void {
    for (let index = 0; index < fields.length; index += 1) {
      const value = latest[index];
      if (value === sent[index] && !isMutable(value)) continue;
      sent[index] = value;
      if (typeof value === 'string' && memory.write(value, bufferAt)) inner.set_text(index, value.length);
      else inner.set(index, value ?? null);
    }
  }

  /** A violation that the engine has cached. */
  function cached(index: number): Violation {
    let violation = cache[index];
    if (violation === undefined) {
      violation = Object.freeze(inner.violation(index));
      cache[index] = violation;
    }
    return violation;
  }

  return {
    check(values) {
      for (let index = 0; index < fields.length; index += 1) {
        latest[index] = values[fields[index] as keyof FormValues<F>];
      }
      send();
      const answer = inner.check();
      if (answer === 0) return NONE;
      if (answer === unreadable) return module.check_form(form, values, context);
      if (answer >= cleared) cache = [];
      const violations: Violation[] = [];
      for (let slot = 0; slot < answer % cleared; slot += 1) {
        violations.push(cached(memory.words()[foundAt + slot] as number));
      }
      return violations;
    },

    field(field) {
      const index = fields.indexOf(field);
      const isTextField = inner.is_text_field(index);
      return (value: unknown) => {
        latest[index] = value;
        let answer: number;
        if (isTextField && typeof value === 'string' && memory.write(value, bufferAt))
          answer = inner.check_text(index, value.length);
        else {
          send();
          answer = inner.check_field(index);
        }
        if (answer === 0) return null;
        if (answer === unreadable) {
          const values = Object.fromEntries(fields.map((name, at) => [name, latest[at]]));
          return module.check_field(form, field, values as FormValues<F>, context);
        }
        if (answer >= cleared) cache = [];
        return cached((answer % cleared) - 1);
      };
    },

    free() {
      if (!isFreed) inner.free();
      isFreed = true;
    },
  };
}

function open(module: Rules, form: FormName, context: object) {
  try {
    return new module.PreparedForm(form, context);
  } catch (error) {
    throw explained(error, module, form);
  }
}

/** Whether the value may have changed although it is the same object. */
const isMutable = (value: unknown): boolean => typeof value === 'object' && value !== null;
