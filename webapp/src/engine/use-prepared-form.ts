import type { FormContext, FormName, FormValues, Violation } from '@pkg/rules/rule-map';
import { useEffect, useMemo } from 'react';
import type { InsideForm } from './index';
import { type Prepared, prepareForm } from './prepared-form';

/** A form that is prepared on first use, and again after it was freed. */
interface Held<F extends FormName> {
  check(values: FormValues<F>): readonly Violation[];
  /** The violation of one field's value. */
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
 * A form prepared for a context. It is kept across renders while the context has an equal value, and freed when the value
 * changes or the component unmounts.
 */
export const usePreparedForm: <F extends InsideForm>(form: F, context: FormContext<F>) => Held<F> = (
  form,
  context,
) => useAnyPreparedForm(form, context);

/** Implements `usePreparedForm` for every module: outside this folder its name is not known. */
export function useAnyPreparedForm<F extends FormName>(form: F, context: FormContext<F>): Held<F> {
  // Compared by value: an inline context is a new object in each render. Contexts are small JSON.
  const text = JSON.stringify(context);
  const held = useMemo(() => hold(form, JSON.parse(text) as FormContext<F>), [form, text]);
  useEffect(() => () => held.free(), [held]);
  return held;
}
