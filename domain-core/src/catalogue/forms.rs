//! Calling forms by name.

use super::FORMS;
use crate::RuleCallError;
use crate::json::{Node, Object};
use crate::shape::{Input, Output, ReadErrors, Values, fill, input, output};
use crate::validation::{Form, TextField, Verdict, Violation, Violations};

/// A form without its types.
pub(super) struct FormCalls {
    name: &'static str,
    prepare: fn(&Node<'_>, &mut ReadErrors) -> Box<dyn FormInContext>,
    fields: &'static [&'static str],
    gates: &'static [&'static str],
    text_fields: &'static [TextField],
}

/// A type-erased form with a context.
trait FormInContext {
    fn values(&mut self) -> &mut dyn Values;
    fn check(&self, found: &mut Violations);
    /// The violations reported by `validator`, without and with the context.
    #[cfg(test)]
    fn validate(&self) -> [Result<(), validator::ValidationErrors>; 2];
}

struct TypedForm<F: Form> {
    values: F,
    context: F::Context,
}

impl<F: Form> FormInContext for TypedForm<F> {
    fn values(&mut self) -> &mut dyn Values {
        &mut self.values
    }

    fn check(&self, found: &mut Violations) {
        self.values.check(&self.context, found);
    }

    #[cfg(test)]
    fn validate(&self) -> [Result<(), validator::ValidationErrors>; 2] {
        let in_context = crate::validation::validate_in(&self.values, &self.context);
        [self.values.validate(), in_context]
    }
}

impl FormCalls {
    #[cfg_attr(
        not(any(feature = "whole", feature = "entry")),
        expect(dead_code, reason = "the estimate module has no forms")
    )]
    pub(super) const fn of<F: Form + 'static>() -> Self {
        Self {
            name: F::NAME,
            prepare: |context, errors| {
                let (values, context) = (F::blank(), Input::read(context, errors));
                Box::new(TypedForm::<F> { values, context })
            },
            fields: F::KEYS,
            gates: F::GATES,
            text_fields: F::TEXT_FIELDS,
        }
    }

    /// The name of an existing field or gate.
    fn field(&self, name: &str) -> Result<&'static str, RuleCallError> {
        let mut known = self.fields.iter().chain(self.gates);
        let field = known.find(|field| **field == name).copied();
        field.ok_or_else(|| RuleCallError::new("unknown_field", "The form has no such field."))
    }

    fn check(
        &self,
        values: &Node<'_>,
        context: &Node<'_>,
        mut found: Violations,
    ) -> Result<Vec<Violation>, RuleCallError> {
        let (mut in_values, mut in_context) = (ReadErrors::of_call(), ReadErrors::of_call());
        let mut form = (self.prepare)(context, &mut in_context);
        fill(form.values(), self.fields, values, &mut in_values);
        if in_values.is_empty() && in_context.is_empty() {
            form.check(&mut found);
        }
        in_values.within("values");
        in_context.within("context");
        in_values.into_result(())?;
        in_context.into_result(found.into_vec())
    }
}

/// A form with a parsed context; values are set one by one, at each keystroke.
pub struct PreparedForm {
    calls: &'static FormCalls,
    form: Box<dyn FormInContext>,
    /// Indices of the fields with unreadable values.
    unreadable: Vec<usize>,
    /// By field index: the text rules, if the verdict depends on the field's text alone.
    text_fields: Vec<Option<&'static TextField>>,
}

impl std::fmt::Debug for PreparedForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.calls.name)
    }
}

impl PreparedForm {
    /// Reads the context; the values are blank.
    ///
    /// # Errors
    /// `unknown_form`, `missing_key`, `wrong_type`.
    pub fn new(form: &str, context: &Node<'_>) -> Result<Self, RuleCallError> {
        let calls = find(form)?;
        let mut errors = ReadErrors::of_call();
        let form = (calls.prepare)(context, &mut errors);
        errors.within("context");
        let text_field = |name: &&str| calls.text_fields.iter().find(|field| field.name == *name);
        errors.into_result(Self {
            calls,
            form,
            unreadable: Vec::new(),
            text_fields: calls.fields.iter().map(text_field).collect(),
        })
    }

    /// The form's fields, in order.
    pub fn fields(&self) -> &'static [&'static str] {
        self.calls.fields
    }

    /// The largest possible number of violations: one for each field and each gate.
    pub fn max_violations(&self) -> usize {
        let Self { calls, .. } = self;
        calls.fields.len().saturating_add(calls.gates.len())
    }

    /// Sets the value of a field; null is blank.
    pub fn set(&mut self, field: usize, node: &Node<'_>) {
        let mut errors = ReadErrors::none();
        if let Some(value) = self.form.values().value(field) {
            value.fill(node, &mut errors);
        }
        self.unreadable.retain(|known| *known != field);
        if !errors.is_empty() {
            self.unreadable.push(field);
        }
    }

    /// Sets a field to a value that is not JSON.
    pub fn set_unreadable(&mut self, field: usize) {
        self.unreadable.retain(|known| *known != field);
        self.unreadable.push(field);
    }

    /// The result of [`check_form`] for these values and this context; `None` if a value could not be read.
    pub fn check(&self) -> Option<Vec<Violation>> {
        self.violations(Violations::none())
    }

    /// The result of [`check_field`] for a field; `None` if a value could not be read.
    #[allow(clippy::option_option)] // Unreadable, or readable and accepted.
    pub fn check_field(&self, field: usize) -> Option<Option<Violation>> {
        let field = self.calls.fields.get(field)?;
        self.violations(Violations::of(field))
            .map(|mut found| found.pop())
    }

    /// The field's text rules, if its verdict depends on its text alone.
    pub fn text_field(&self, field: usize) -> Option<&'static TextField> {
        self.text_fields.get(field).copied().flatten()
    }

    fn violations(&self, mut found: Violations) -> Option<Vec<Violation>> {
        self.unreadable.is_empty().then(|| {
            self.form.check(&mut found);
            found.into_vec()
        })
    }
}

fn find(name: &str) -> Result<&'static FormCalls, RuleCallError> {
    let known = FORMS.iter().find(|form| form.name == name);
    known.ok_or_else(|| RuleCallError::new("unknown_form", "There is no such form."))
}

/// Checks a form: its violations in field order, at most one per field.
///
/// # Errors
/// `unknown_form`, `missing_key`, `wrong_type`.
pub fn check_form(
    form: &str,
    values: &Node<'_>,
    context: &Node<'_>,
) -> Result<Vec<Violation>, RuleCallError> {
    find(form)?.check(values, context, Violations::none())
}

/// Checks one field of a form, with the same result as [`check_form`].
///
/// # Errors
/// As [`check_form`], and `unknown_field`.
pub fn check_field(
    form: &str,
    field: &str,
    values: &Node<'_>,
    context: &Node<'_>,
) -> Result<Option<Violation>, RuleCallError> {
    let form = find(form)?;
    let found = Violations::of(form.field(field)?);
    Ok(form.check(values, context, found)?.pop())
}

input! {
    /// A field of a form.
    pub struct FieldInput {
        /// The form's name, without `form.`.
        form: String,
        /// The field's name.
        field: String,
    }
}

output! {
    /// The violation of a field, if any.
    pub struct FieldVerdict {
        /// The first violation of the field; null if the field is accepted.
        violation: Option<Violation>,
    }
}

static NO_CONTEXT: Node<'static> = Node::Object(Object::new());

/// Splits a form's input into values and context; the context may be omitted if nothing in it is required.
fn parts<'n, 'a>(
    input: &'n Node<'a>,
    known: &[&str],
) -> Result<(&'n Node<'a>, &'n Node<'a>), RuleCallError> {
    let Node::Object(object) = input else {
        return Err(RuleCallError::new(
            "wrong_type",
            "The input must be an object.",
        ));
    };
    let mut errors = ReadErrors::of_call();
    errors.check_keys(object, known);
    errors.into_result(())?;
    let values = match object.get("values") {
        None | Some(Node::Null) => {
            return Err(RuleCallError::new("missing_key", "values is required."));
        }
        Some(values) => values,
    };
    let context = match object.get("context") {
        None | Some(Node::Null) => &NO_CONTEXT,
        Some(context) => context,
    };
    Ok((values, context))
}

pub(super) fn evaluate_form(form: &str, input: &Node<'_>) -> Result<Node<'static>, RuleCallError> {
    let form =
        find(form).map_err(|_| RuleCallError::new("unknown_rule", "There is no such rule."))?;
    let (values, context) = parts(input, &["values", "context"])?;
    form.check(values, context, Violations::none())
        .map(|violations| Verdict::from(violations).write())
}

pub(super) fn evaluate_field(input: &Node<'_>) -> Result<Node<'static>, RuleCallError> {
    let mut errors = ReadErrors::none();
    let FieldInput { form, field } = Input::read(input, &mut errors);
    let (form, field) = errors.into_result((form, field))?;
    let (values, context) = parts(input, &["form", "field", "values", "context"])?;
    check_field(&form, &field, values, context).map(|violation| FieldVerdict { violation }.write())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_field_alone_is_checked_as_in_its_form() {
        let long = "x".repeat(600);
        let texts = [
            "",
            " ",
            "Ada Obi",
            "ada@example.ng",
            "08031234567",
            "1234",
            "bvn",
            "mtn",
            "a\u{202e}b",
            "é",
            "Ab1",
            &long,
        ];
        let mut checked = 0;
        for form in FORMS {
            let Ok(mut prepared) = PreparedForm::new(form.name, &Node::Object(Object::new()))
            else {
                continue; // Its context cannot be blank: the fixtures cover it.
            };
            for index in 0..prepared.fields().len() {
                let Some(field) = prepared.text_field(index) else {
                    continue;
                };
                for text in texts {
                    prepared.set(index, &Node::Text(text.into()));
                    let alone = field.violation(text);
                    assert_eq!(prepared.check_field(index), Some(alone), "{field:?} {text}");
                    checked += 1;
                }
                prepared.set(index, &Node::Null);
            }
        }
        assert!(checked > 200, "{checked}");
    }

    /// Formats each error as `field: code: message`.
    fn lines(result: Result<(), validator::ValidationErrors>) -> Vec<String> {
        let errors = result.err().unwrap_or_default().0;
        let mut lines: Vec<String> = errors
            .iter()
            .map(|(field, errors)| match errors {
                validator::ValidationErrorsKind::Field(errors) => {
                    let [error] = &errors[..] else {
                        panic!("one error a field")
                    };
                    format!(
                        "{field}: {}: {}",
                        error.code,
                        error.message.as_deref().unwrap()
                    )
                }
                _ => panic!("forms are flat"),
            })
            .collect();
        lines.sort();
        lines
    }

    fn lines_by_rule(violations: &[Violation]) -> Vec<String> {
        let lines = violations.iter();
        let mut lines: Vec<String> = lines
            .map(|violation| {
                format!(
                    "{}: {}: {}",
                    violation.field,
                    violation.code.as_str(),
                    violation.message
                )
            })
            .collect();
        lines.sort();
        lines
    }

    #[test]
    fn validator_and_the_rule_agree_on_every_fixture() {
        let mut forms = std::collections::BTreeSet::new();
        for (rule, input) in crate::catalogue::tests::fixtures() {
            let Some(name) = rule.strip_prefix("form.").filter(|name| *name != "field") else {
                continue;
            };
            let input = Node::from(&input);
            let Ok((values, context)) = parts(&input, &["values", "context"]) else {
                continue;
            };
            let Ok(expected) = check_form(name, values, context) else {
                continue;
            };
            let calls = find(name).unwrap();
            let mut errors = ReadErrors::none();
            let mut form = (calls.prepare)(context, &mut errors);
            fill(form.values(), calls.fields, values, &mut errors);
            let [alone, in_context] = form.validate();
            assert_eq!(lines(in_context), lines_by_rule(&expected), "{rule}");
            let alone_expected = match check_form(name, values, &NO_CONTEXT) {
                Ok(violations) => lines_by_rule(&violations),
                Err(error) => vec![format!("context: {}: {}", error.code, error.message)],
            };
            assert_eq!(lines(alone), alone_expected, "{rule}");
            forms.insert(name.to_owned());
        }
        let all: std::collections::BTreeSet<_> =
            FORMS.iter().map(|form| form.name.to_owned()).collect();
        assert_eq!(forms, all);
    }

    #[test]
    fn text_fields_are_fields_of_their_forms() {
        for form in FORMS {
            for field in form.text_fields {
                assert!(
                    form.fields.contains(&field.name),
                    "{} {}",
                    form.name,
                    field.name
                );
            }
        }
    }
}
