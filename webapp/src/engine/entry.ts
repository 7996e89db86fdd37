// The engine for screens before the sign-in: only what the entry module has. `.ci/check-layout.mjs` refuses the whole
// engine in whatever these screens import.
import type { EntryForm, EntryRule, FormContext, RuleInput, RuleOutput } from '@pkg/rules/rule-map';
import { evaluate as evaluateAny } from './evaluate';
import { type Prepared, prepareForm as prepareAny } from './prepared-form';
import { type EngineForm, type Options, useAnyEngineForm } from './use-engine-form';

export { isOutdated } from './evaluate';
export type { Fields } from './use-engine-form';
export type { EntryForm, EntryRule, RuleOutput };

/** As `evaluate` of the whole engine. */
export const evaluate: <R extends EntryRule>(rule: R, input: RuleInput<R>) => RuleOutput<R> = evaluateAny;

/** As `prepareForm` of the whole engine. */
export const prepareForm: <F extends EntryForm>(form: F, context: FormContext<F>) => Prepared<F> = prepareAny;

/** As `useEngineForm` of the whole engine. */
export const useEngineForm: <F extends EntryForm>(form: F, options: Options<F>) => EngineForm<F> =
  useAnyEngineForm;
