import type { FormContext, FormName, FormValues, Violation } from '@pkg/rules/rule-map';
import { useEffect, useMemo } from 'react';
import { type Prepared, prepareForm } from './prepared-form';

/** A form that is prepared when it is first asked, and may be freed and asked again. */
interface Held<F extends FormName> {
  check(values: FormValues<F>): readonly Violation[];
  /** What is wrong with one field's value. */
  fieldError<K extends keyof FormValues<F> & string>(field: K, value: FormValues<F>[K]): Violation | null;
  free(): void;
}

function hold<F extends FormName>(form: F, context: FormContext<F>): Held<F> {
  let prepared: Prepared<F> | null = null;
  const ready = () => {
    prepared ??= prepareForm(form, context);
    return prepared;
  };
  return {
    check: (values) => ready().check(values),
    fieldError: (field, value) => ready().field(field)(value),
    free() {
      prepared?.free();
      prepared = null;
    },
  };
}

/**
 * A form in a context, prepared once for as long as the screen shows it: another render with an equal context keeps it,
 * and the engine's memory is freed when the context changes or the screen goes.
 */
export function usePreparedForm<F extends FormName>(form: F, context: FormContext<F>): Held<F> {
  // Contexts are small JSON; an inline object is another one in each render.
  const text = JSON.stringify(context);
  const held = useMemo(() => hold(form, JSON.parse(text) as FormContext<F>), [form, text]);
  useEffect(() => () => held.free(), [held]);
  return held;
}
