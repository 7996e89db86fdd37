//! Calling forms by their names.

use super::FORMS;
use crate::RuleCallError;
use crate::json::{Node, Object};
use crate::shape::{Input, Output, Trouble, Values, fill, input, output};
use crate::validation::{Form, TextField, Verdict, Violation, Violations};

/// A form without its types.
pub(super) struct FormCalls {
    name: &'static str,
    prepare: fn(&Node<'_>, &mut Trouble) -> Box<dyn Judge>,
    fields: &'static [&'static str],
    gates: &'static [&'static str],
    text_fields: &'static [TextField],
}

/// A form in a context that has been read.
trait Judge {
    fn values(&mut self) -> &mut dyn Values;
    fn check(&self, found: &mut Violations);
}

struct InContext<F: Form> {
    values: F,
    context: F::Context,
}

impl<F: Form> Judge for InContext<F> {
    fn values(&mut self) -> &mut dyn Values {
        &mut self.values
    }

    fn check(&self, found: &mut Violations) {
        self.values.check(&self.context, found);
    }
}

impl FormCalls {
    pub(super) const fn of<F: Form + 'static>() -> Self {
        Self {
            name: F::NAME,
            prepare: |context, trouble| {
                let (values, context) = (F::blank(), Input::read(context, trouble));
                Box::new(InContext::<F> { values, context })
            },
            fields: F::KEYS,
            gates: F::GATES,
            text_fields: F::TEXT_FIELDS,
        }
    }

    /// The field or gate of this name.
    fn field(&self, name: &str) -> Result<&'static str, RuleCallError> {
        let mut known = self.fields.iter().chain(self.gates);
        let field = known.find(|field| **field == name).copied();
        field.ok_or_else(|| RuleCallError::new("unknown_field", "The form has no such field."))
    }

    fn judged(
        &self,
        values: &Node<'_>,
        context: &Node<'_>,
        mut found: Violations,
    ) -> Result<Vec<Violation>, RuleCallError> {
        let (mut in_values, mut in_context) = (Trouble::none(), Trouble::none());
        let mut judge = (self.prepare)(context, &mut in_context);
        fill(judge.values(), self.fields, values, &mut in_values);
        if in_values.is_clear() && in_context.is_clear() {
            judge.check(&mut found);
        }
        in_values.within("values");
        in_context.within("context");
        in_values.or(())?;
        in_context.or(found.into_vec())
    }
}

/// A form whose context has been read, and whose values change one by one: with each keystroke.
pub struct PreparedForm {
    form: &'static FormCalls,
    judge: Box<dyn Judge>,
    /// The places of values that could not be read.
    misread: Vec<usize>,
    /// Field by field: the one that is judged by its text alone.
    text_fields: Vec<Option<&'static TextField>>,
}

impl std::fmt::Debug for PreparedForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.form.name)
    }
}

impl PreparedForm {
    /// Reads the context; the values are blank.
    ///
    /// # Errors
    /// `unknown_form`, `missing_key`, `wrong_type`.
    pub fn new(form: &str, context: &Node<'_>) -> Result<Self, RuleCallError> {
        let form = find(form)?;
        let mut trouble = Trouble::none();
        let judge = (form.prepare)(context, &mut trouble);
        trouble.within("context");
        let text_field = |name: &&str| form.text_fields.iter().find(|field| field.name == *name);
        trouble.or(Self {
            form,
            judge,
            misread: Vec::new(),
            text_fields: form.fields.iter().map(text_field).collect(),
        })
    }

    /// The form's fields, in order.
    pub fn fields(&self) -> &'static [&'static str] {
        self.form.fields
    }

    /// The most violations there can be: one a field, and one a gate beside them.
    pub fn most_violations(&self) -> usize {
        self.form.fields.len().saturating_add(self.form.gates.len())
    }

    /// Takes the value of the field at a place; null is blank.
    pub fn set(&mut self, place: usize, node: &Node<'_>) {
        let mut trouble = Trouble::none();
        if let Some(value) = self.judge.values().value(place) {
            value.fill(node, &mut trouble);
        }
        self.misread.retain(|known| *known != place);
        if !trouble.is_clear() {
            self.misread.push(place);
        }
    }

    /// The field at a place has a value that is no JSON.
    pub fn misread(&mut self, place: usize) {
        self.misread.retain(|known| *known != place);
        self.misread.push(place);
    }

    /// What [`check_form`] says of the values in this context; `None` when one of them could not be read.
    pub fn check(&self) -> Option<Vec<Violation>> {
        self.judged(Violations::none())
    }

    /// What [`check_field`] says of the field at a place; `None` when a value could not be read.
    #[allow(clippy::option_option)] // Not read, and read and accepted.
    pub fn check_field(&self, place: usize) -> Option<Option<Violation>> {
        let field = self.form.fields.get(place)?;
        self.judged(Violations::of(field))
            .map(|mut found| found.pop())
    }

    /// The field at a place, where it is judged by its text alone.
    pub fn text_field(&self, place: usize) -> Option<&'static TextField> {
        self.text_fields.get(place).copied().flatten()
    }

    fn judged(&self, mut found: Violations) -> Option<Vec<Violation>> {
        self.misread.is_empty().then(|| {
            self.judge.check(&mut found);
            found.into_vec()
        })
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
    find(form)?.judged(values, context, Violations::none())
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
    let found = Violations::of(form.field(field)?);
    Ok(form.judged(values, context, found)?.pop())
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
    form.judged(values, context, Violations::none())
        .map(|violations| Verdict::from(violations).write())
}

pub(super) fn evaluate_field(input: &Node<'_>) -> Result<Node<'static>, RuleCallError> {
    let mut trouble = Trouble::none();
    let FieldInput { form, field } = Input::read(input, &mut trouble);
    let (form, field) = trouble.or((form, field))?;
    let (values, context) = parts(input)?;
    check_field(&form, &field, values, context).map(|violation| FieldVerdict { violation }.write())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_field_alone_is_judged_as_its_form_judges_it() {
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
        let mut judged = 0;
        for form in FORMS {
            let Ok(mut prepared) = PreparedForm::new(form.name, &Node::Object(Object::new()))
            else {
                continue; // Its context cannot be blank: the vectors judge it.
            };
            for place in 0..prepared.fields().len() {
                let Some(field) = prepared.text_field(place) else {
                    continue;
                };
                for text in texts {
                    prepared.set(place, &Node::Text(text.into()));
                    let alone = field.violation(text);
                    assert_eq!(prepared.check_field(place), Some(alone), "{field:?} {text}");
                    judged += 1;
                }
                prepared.set(place, &Node::Null);
            }
        }
        assert!(judged > 200, "{judged}");
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
