//! The module `rules`.

use crate::convert::thrown;
use crate::tree::{value, with_node};
use domain_core::RuleCallError;
use domain_core::catalogue;
use domain_core::json::{Node, Object};
use domain_core::shape::Output;
use js_sys::Array;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { FormContext, FormName, FormValues, RuleInput, RuleName, RuleOutput, Violation } from "./rule-map";
export type * from "./rule-map";

/** Evaluates a rule. Throws a `RuleCallError` when it is called wrongly; a refused value is in the answer. */
export function evaluate<R extends RuleName>(rule: R, input: RuleInput<R>): RuleOutput<R>;

/** What is wrong with a form, in field order, at most one violation a field. Throws as `evaluate` does. */
export function check_form<F extends FormName>(form: F, values: FormValues<F>, context?: FormContext<F>): Violation[];

/** What is wrong with one field: what `check_form` says of it. Throws as `evaluate` does. */
export function check_field<F extends FormName>(form: F, field: keyof FormValues<F> & string, values: FormValues<F>, context?: FormContext<F>): Violation | null;

/** A form in a context, whose values are set one by one: see webapp/src/engine/prepared-form.ts. */
export class PreparedForm {
  /** Throws as `evaluate` does. */
  constructor(form: FormName, context: object);
  fields(): string;
  characters(): number;
  found(): number;
  set_text(place: number, length: number): void;
  set(place: number, value: unknown): void;
  judge(): number;
  judge_field(place: number): number;
  is_text_field(place: number): boolean;
  judge_text(place: number, length: number): number;
  violation(place: number): Violation;
  free(): void;
}

/** This module's memory. */
export function rules_memory(): WebAssembly.Memory;
"#;

/// Evaluates a rule.
#[wasm_bindgen(skip_typescript)]
pub fn evaluate(rule: &str, input: &JsValue) -> Result<JsValue, JsValue> {
    with_node(input, |input| catalogue::evaluate_node(rule, input))
        .map(|node| value(&node))
        .map_err(|error| thrown(&error))
}

/// Judges a form. An accepted form costs no conversion of the answer.
#[wasm_bindgen(skip_typescript)]
pub fn check_form(form: &str, values: &JsValue, context: &JsValue) -> Result<JsValue, JsValue> {
    let judged = with_node(values, |values| {
        with_context(context, |context| {
            catalogue::check_form(form, values, context)
        })
    });
    match judged {
        Ok(violations) if violations.is_empty() => Ok(Array::new().into()),
        Ok(violations) => Ok(value(&violations.write())),
        Err(error) => Err(thrown(&error)),
    }
}

/// Judges one field of a form.
#[wasm_bindgen(skip_typescript)]
pub fn check_field(
    form: &str,
    field: &str,
    values: &JsValue,
    context: &JsValue,
) -> Result<JsValue, JsValue> {
    let judged = with_node(values, |values| {
        with_context(context, |context| {
            catalogue::check_field(form, field, values, context)
        })
    });
    match judged {
        Ok(None) => Ok(JsValue::NULL),
        Ok(Some(violation)) => Ok(value(&violation.write())),
        Err(error) => Err(thrown(&error)),
    }
}

/// The same as [`with_node`], where nothing means a context without anything in it.
fn with_context<T>(
    context: &JsValue,
    call: impl FnOnce(&Node<'_>) -> Result<T, RuleCallError>,
) -> Result<T, RuleCallError> {
    if context.is_undefined() || context.is_null() {
        return call(&Node::Object(Object::new()));
    }
    with_node(context, call)
}

/// Sixteen hexadecimal digits that change when a rule's name, input or output changes.
#[wasm_bindgen]
pub fn rules_version() -> String {
    domain_core::rules_version().to_owned()
}
