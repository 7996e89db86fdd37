import type { FormContext, FormName, FormValues, Violation } from '@pkg/rules/rule-map';
import { useEffect, useMemo, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type Path,
  type PathValue,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { keep, keptOf, openForm, typedBefore } from '@/lib/kept';
import { afterTap } from '@/lib/pointer';
import { wellFormed } from '@/lib/well-formed';
import { isOutdated } from './evaluate';
import { asShown } from './hidden';
import type { InsideForm } from './index';
import { useAnyPreparedForm } from './use-prepared-form';

/** A form's fields while it is edited: every field that the screen shows has a value. */
export type Fields<F extends FormName> = {
  [K in keyof FormValues<F>]-?: NonNullable<FormValues<F>[K]>;
};

type FieldName<F extends FormName> = keyof FormValues<F> & string;

/** The form's context; the server uses the same. */
type Context<F extends FormName> = [keyof FormContext<F>] extends [never]
  ? { context?: undefined }
  : { context: FormContext<F> };

/** Fields whose values are kept when the user leaves the form and returns, and the key they are kept under. */
interface Keeps<F extends FormName> {
  as: string;
  fields: readonly FieldName<F>[];
}

export type Options<F extends FormName> = Context<F> & {
  defaultValues: Partial<Fields<F>>;
  keeps?: Keeps<F>;
};

/** The error of a field, and the value that was probably meant. */
interface FieldError {
  type: string;
  message: string;
  meant: string | undefined;
}

/** The codes of texts that were not understood: their nearest value is not a limit, but the probable meaning. */
const NOT_UNDERSTOOD: readonly string[] = [
  'not_an_amount',
  'wrong_length',
  'not_numeric',
] satisfies Violation['code'][];

/** The codes of values that other figures might allow. */
const FIGURES: readonly string[] = [
  'below_minimum',
  'above_maximum',
  'out_of_range',
  'insufficient_balance',
] satisfies Violation['code'][];

const errorOf = ({ code, message, params }: Violation): FieldError => ({
  type: code,
  message,
  meant: NOT_UNDERSTOOD.includes(code) && params.nearest !== undefined ? String(params.nearest) : undefined,
});

const errorsOf = (violations: readonly Violation[]): Record<string, FieldError> =>
  Object.fromEntries(violations.map(asShown).map((violation) => [violation.field, errorOf(violation)]));

export type EngineForm<F extends FormName> = ReturnType<typeof useAnyEngineForm<F>>;

/**
 * A form that the engine validates on every keystroke. A field's error shows once the user has left the field or tried
 * to submit, and from then on with every change. The server's violations use the same names.
 */
export const useEngineForm: <F extends InsideForm>(form: F, options: Options<F>) => EngineForm<F> = (
  form,
  options,
) => useAnyEngineForm(form, options);

/** Implements `useEngineForm` for every module: outside this folder its name is not known. */
export function useAnyEngineForm<F extends FormName>(form: F, options: Options<F>) {
  type Values = Fields<F>;
  const { keeps } = options;
  const context = (options.context ?? {}) as FormContext<F>;
  const [defaultValues] = useState(() => ({
    ...options.defaultValues,
    ...(keeps && keptOf(keeps.as)),
    ...typedBefore(form),
  }));
  const [formError, setFormError] = useState<string | null>(null);
  const prepared = useAnyPreparedForm(form, context);
  const resolver = useMemo<Resolver<Values>>(
    () => (typed) => {
      const values = wellFormed(typed);
      const violations = prepared.check(values);
      if (violations.length === 0) return { values, errors: {} };
      return { values: {}, errors: errorsOf(violations) as object as FieldErrors<Values> };
    },
    [prepared],
  );
  const hook = useForm<Values>({
    defaultValues: defaultValues as DefaultValues<Values>,
    resolver,
    mode: 'onTouched',
    shouldFocusError: true,
  });
  const { errors } = hook.formState;
  const { subscribe, getValues } = hook;
  useEffect(() => openForm(form, getValues), [form, getValues]);
  const [kept] = useState(keeps);
  useEffect(() => {
    if (!kept) return;
    return subscribe({
      formState: { values: true },
      callback: ({ values }) =>
        keep(kept.as, Object.fromEntries(kept.fields.map((field) => [field, values[field]]))),
    });
  }, [kept, subscribe]);

  const { register } = hook;
  const registerField: typeof register = (name, how) => {
    const field = register(name, how);
    const onBlur: typeof field.onBlur = async (event) => {
      // Showing the error now would move the element that is being tapped.
      afterTap(() => void field.onBlur(event));
    };
    return { ...field, onBlur };
  };

  const handleSubmit: typeof hook.handleSubmit = (send, refused) =>
    hook.handleSubmit(
      (...values) => {
        // The error was about the previous attempt.
        setFormError(null);
        return send(...values);
      },
      (found, event) => {
        const types = Object.values(found).map((error) => String(error?.type));
        // Figures may have changed: the server decides, and says what it refuses.
        if (isOutdated() && types.every((type) => FIGURES.includes(type)))
          return send(wellFormed(getValues()), event);
        return refused?.(found, event);
      },
    );

  return {
    ...hook,
    register: registerField,
    handleSubmit,
    formError,
    setFormError,
    /** The message under a field. */
    errorOf: (field: FieldName<F>): string | undefined => {
      const error = (errors as Record<string, { message?: string } | undefined>)[field];
      return error?.message;
    },
    /** The probable meaning of a field's text that was not understood. */
    offerOf: (field: FieldName<F>) => {
      const { meant: value } = (errors as Record<string, Partial<FieldError> | undefined>)[field] ?? {};
      if (value === undefined) return undefined;
      const path = field as string as Path<Values>;
      const take = () =>
        hook.setValue(path, value as PathValue<Values, Path<Values>>, {
          shouldValidate: true,
          shouldTouch: true,
        });
      return { value, take };
    },
    /** The violation of a field's value, whether the field was left or not. */
    violationOf: <K extends FieldName<F>>(field: K, value: FormValues<F>[K]): Violation | null =>
      prepared.fieldError(field, value),
    /** Shows the server's violations: at their fields, or below the form. */
    showProblem: (problem: { message: string; violations: readonly Violation[] }) => {
      const known = new Set(Object.keys(hook.getValues()));
      const here = problem.violations.filter((violation) => known.has(violation.field));
      const elsewhere = problem.violations.filter((violation) => !known.has(violation.field));
      for (const { field, code, message } of here) {
        const focus = { shouldFocus: field === here[0]?.field };
        hook.setError(field as Path<Values>, { type: code, message }, focus);
      }
      const words = elsewhere.map(({ message }) => message).join(', ');
      setFormError(words || (here.length > 0 ? null : problem.message));
    },
  };
}
