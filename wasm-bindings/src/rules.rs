//! The functions of the modules `rules` and `entry`.

use crate::convert::{answer, thrown, value, with_node};
use domain_core::RuleCallError;
use domain_core::catalogue;
use domain_core::json::{Node, Object};
use domain_core::shape::Output;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
import type { FormContext, FormName, FormValues, RuleInput, RuleName, RuleOutput, Violation } from "../rules/rule-map";
export type * from "../rules/rule-map";

/** Evaluates a rule. Throws a `RuleCallError` if the call is malformed; a refusal is part of the answer. */
export function evaluate<R extends RuleName>(rule: R, input: RuleInput<R>): RuleOutput<R>;

/** The violations of a form in field order, at most one per field. Throws as `evaluate` does. */
export function check_form<F extends FormName>(form: F, values: FormValues<F>, context?: FormContext<F>): Violation[];

/** The violation of one field, as returned by `check_form`. Throws as `evaluate` does. */
export function check_field<F extends FormName>(form: F, field: keyof FormValues<F> & string, values: FormValues<F>, context?: FormContext<F>): Violation | null;

/** A form with a context; its values are set one by one: see webapp/src/engine/prepared-form.ts. */
export class PreparedForm {
  /** Throws as `evaluate` does. */
  constructor(form: FormName, context: object);
  fields(): string;
  text_buffer(): number;
  found(): number;
  set_text(field: number, length: number): void;
  set(field: number, value: unknown): void;
  check(): number;
  check_field(field: number): number;
  is_text_field(field: number): boolean;
  check_text(field: number, length: number): number;
  violation(index: number): Violation;
  free(): void;
}

/** Codes in the answers of `PreparedForm`: added if its cache was cleared; returned if a value could not be read. */
export function answer_codes(): Uint32Array;

/** This module's memory. */
export function rules_memory(): WebAssembly.Memory;
"#;

/// Evaluates a rule.
#[wasm_bindgen(skip_typescript)]
pub fn evaluate(rule: &str, input: &JsValue) -> Result<JsValue, JsValue> {
    with_node(input, |input| catalogue::evaluate_node(rule, input))
        .map(|output| answer(&output))
        .map_err(|error| thrown(&error))
}

/// Checks a form.
#[wasm_bindgen(skip_typescript)]
pub fn check_form(form: &str, values: &JsValue, context: &JsValue) -> Result<JsValue, JsValue> {
    with_nodes(values, context, |values, context| {
        catalogue::check_form(form, values, context)
    })
    .map(|violations| value(&violations.write()))
    .map_err(|error| thrown(&error))
}

/// Checks one field of a form.
#[wasm_bindgen(skip_typescript)]
pub fn check_field(
    form: &str,
    field: &str,
    values: &JsValue,
    context: &JsValue,
) -> Result<JsValue, JsValue> {
    with_nodes(values, context, |values, context| {
        catalogue::check_field(form, field, values, context)
    })
    .map(|violation| value(&violation.write()))
    .map_err(|error| thrown(&error))
}

/// Calls a function with a form's values and context; a missing context counts as empty.
fn with_nodes<T>(
    values: &JsValue,
    context: &JsValue,
    call: impl FnOnce(&Node<'_>, &Node<'_>) -> Result<T, RuleCallError>,
) -> Result<T, RuleCallError> {
    with_node(values, |values| {
        if context.is_null_or_undefined() {
            return call(values, &Node::Object(Object::new()));
        }
        with_node(context, |context| call(values, context))
    })
}

/// Sixteen hexadecimal digits that change when a rule's name, input or output changes.
#[wasm_bindgen]
pub fn rules_version() -> String {
    domain_core::rules_version().to_owned()
}
