//! Calling forms by their names.

use super::FORMS;
use crate::RuleCallError;
use crate::json::{Node, Object};
use crate::shape::{Input, Output, Trouble, input, output};
use crate::validation::{Form, Verdict, Violation, Violations};

/// A form without its types.
pub(super) struct FormCalls {
    name: &'static str,
    judge: fn(&Node<'_>, &Node<'_>, &mut Trouble, &mut Violations),
    fields: &'static [&'static str],
}

impl FormCalls {
    pub(super) const fn of<F: Form>() -> Self {
        Self {
            name: F::NAME,
            judge: judge::<F>,
            fields: F::KEYS,
        }
    }
}

fn judge<F: Form>(
    values: &Node<'_>,
    context: &Node<'_>,
    trouble: &mut Trouble,
    found: &mut Violations,
) {
    let values: F = Input::read(values, trouble);
    trouble.within("values");
    let was_clear = trouble.is_clear();
    let context = F::Context::read(context, trouble);
    if was_clear {
        trouble.within("context");
    }
    if trouble.is_clear() {
        values.check(&context, found);
    }
}

impl FormCalls {
    fn judged(
        &self,
        values: &Node<'_>,
        context: &Node<'_>,
    ) -> Result<Vec<Violation>, RuleCallError> {
        let (mut trouble, mut found) = (Trouble::none(), Violations::none());
        (self.judge)(values, context, &mut trouble, &mut found);
        trouble.error().map_or_else(|| Ok(found.into_vec()), Err)
    }
}

fn find(name: &str) -> Result<&'static FormCalls, RuleCallError> {
    let known = FORMS.iter().find(|form| form.name == name);
    known.ok_or_else(|| RuleCallError::new("unknown_form", "There is no such form."))
}

/// Judges a form: what is wrong, in field order, at most one violation a field.
///
/// # Errors
/// `unknown_form`, `missing_key`, `wrong_type`.
pub fn check_form(
    form: &str,
    values: &Node<'_>,
    context: &Node<'_>,
) -> Result<Vec<Violation>, RuleCallError> {
    find(form)?.judged(values, context)
}

/// Judges one field of a form: what [`check_form`] says of it.
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
    if !form.fields.contains(&field) {
        return Err(RuleCallError::new(
            "unknown_field",
            "The form has no such field.",
        ));
    }
    Ok(form
        .judged(values, context)?
        .into_iter()
        .find(|violation| violation.field == field))
}

input! {
    /// A field of a form.
    pub struct FieldInput {
        form: String,
        field: String,
    }
}

output! {
    /// What is wrong with the field.
    pub struct FieldVerdict {
        violation: Option<Violation>,
    }
}

static NO_CONTEXT: Node<'static> = Node::Object(Object::new());

/// Values and context of a form's input; a form that needs no context may be called without.
fn parts<'n, 'a>(input: &'n Node<'a>) -> Result<(&'n Node<'a>, &'n Node<'a>), RuleCallError> {
    let Node::Object(object) = input else {
        return Err(RuleCallError::new(
            "wrong_type",
            "The input must be an object.",
        ));
    };
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
    let (values, context) = parts(input)?;
    form.judged(values, context)
        .map(|violations| Verdict::from(violations).write())
}

pub(super) fn evaluate_field(input: &Node<'_>) -> Result<Node<'static>, RuleCallError> {
    let mut trouble = Trouble::none();
    let FieldInput { form, field } = Input::read(input, &mut trouble);
    let (form, field) = trouble.or((form, field))?;
    let (values, context) = parts(input)?;
    check_field(&form, &field, values, context).map(|violation| FieldVerdict { violation }.write())
}
