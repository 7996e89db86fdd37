//! Looking up a rule by name, and calling it.

use super::{CALLS, forms};
use crate::RuleCallError;
use crate::json::Node;
use crate::shape::{Input, Output, ReadErrors};
use serde_json::Value;

/// A rule without its types.
pub(super) type Call = fn(&Node<'_>, &mut ReadErrors) -> Node<'static>;

/// Reads the input, calls the rule, writes the output. The output is meaningless if there are errors.
pub fn call<I: Input, O: Output>(
    rule: fn(&I) -> O,
    node: &Node<'_>,
    errors: &mut ReadErrors,
) -> Node<'static> {
    let input = I::read(node, errors);
    if errors.is_empty() {
        rule(&input).write()
    } else {
        Node::Null
    }
}

/// Evaluates a rule by name, from and to `serde_json` values: the native entry point.
///
/// ```
/// use serde_json::json;
/// let fee = domain_core::evaluate("transfer.fee", json!({"destination": "bank", "currency": "NGN", "rates": {}}))?;
/// assert_eq!(fee["fee"], "20.00");
/// # Ok::<(), domain_core::RuleCallError>(())
/// ```
///
/// # Errors
/// `unknown_rule`, `unknown_form`, `unknown_field`, `missing_key`, `unknown_key`, `wrong_type`. A refused value is not an error: it is
/// in the result.
pub fn evaluate(rule: &str, input: Value) -> Result<Value, RuleCallError> {
    evaluate_node(rule, &Node::from(&input)).map(Value::from)
}

/// Evaluates a rule by name, from and to JSON text.
///
/// # Errors
/// As [`evaluate`], and `malformed` if the input is not JSON.
pub fn evaluate_text(rule: &str, input: &str) -> Result<String, RuleCallError> {
    let input = serde_json::from_str(input)
        .map_err(|_| RuleCallError::new("malformed", "The input is not JSON."))?;
    evaluate(rule, input).map(|output| output.to_string())
}

/// The answer of a rule with how each of its amounts was made: `{"output", "figures", "steps", "is_complete"}`. A figure is the number of
/// a step, by its place in the output; a step has its `way`, its `value`, and the numbers of the steps that it is made
/// `of`. Steps are numbered from one, and none comes before those that it is made of. A call with too many steps is
/// answered without them, and is not complete.
///
/// # Errors
/// As [`evaluate`].
#[cfg(feature = "explain")]
pub fn explain(rule: &str, input: &Value) -> Result<Value, RuleCallError> {
    use crate::json::Object;
    use crate::money::origin::trace;
    let node = Node::from(input);
    let mut figures = Object::new();
    // A text with the mark of a step could be taken for a figure.
    let is_marked = has_mark(&node);
    let (output, mut steps) = match is_marked {
        true => (evaluate_node(rule, &node)?, Vec::new()),
        false => {
            let (output, steps) = trace::run(|| evaluate_node(rule, &node));
            (trace::unmarked(output?, "", &mut figures), steps)
        }
    };
    let is_complete = !is_marked && steps.len() < trace::MOST_STEPS;
    if !is_complete {
        (steps, figures) = (Vec::new(), Object::new());
    }
    let mut explained = Object::new();
    explained.put("output", output);
    explained.put("figures", Node::Object(figures));
    explained.put("steps", Node::List(steps));
    explained.put("is_complete", Node::Flag(is_complete));
    Ok(Value::from(Node::Object(explained)))
}

/// Evaluates a rule by name, from and to JSON trees. Text must be in composed form (NFC).
///
/// # Errors
/// As [`evaluate`].
pub fn evaluate_node(rule: &str, input: &Node<'_>) -> Result<Node<'static>, RuleCallError> {
    match rule.strip_prefix("form.") {
        Some("field") => forms::evaluate_field(input),
        Some(form) => forms::evaluate_form(form, input),
        None => match CALLS.iter().find(|(name, _)| *name == rule) {
            Some((_, call)) => {
                let mut errors = ReadErrors::of_call();
                let output = call(input, &mut errors);
                errors.error().map_or(Ok(output), Err)
            }
            None => Err(RuleCallError::new("unknown_rule", "There is no such rule.")),
        },
    }
}

/// Whether a text of an input contains the mark that an explanation gives to figures.
#[cfg(feature = "explain")]
fn has_mark(node: &Node<'_>) -> bool {
    let mark = crate::money::origin::trace::MARK;
    match node {
        Node::Text(text) => text.contains(mark),
        Node::List(items) => items.iter().any(has_mark),
        Node::Object(object) => object
            .iter()
            .any(|(key, node)| key.contains(mark) || has_mark(node)),
        Node::Null | Node::Flag(_) | Node::Number(_) => false,
    }
}
