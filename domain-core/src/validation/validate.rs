//! `validator`'s traits for every form, so that extractors and tools that support them can use our forms.
//!
//! The macro `form_values!` implements them with these functions: the form's rule decides, and each violation becomes
//! an error of its field, with the same code, message and parameters.

use super::{Form, Param, Violation};
use crate::json::{Node, Object};
use crate::shape::{Input, ReadErrors};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::HashMap;
use validator::{ValidationError, ValidationErrors, ValidationErrorsKind};

/// Checks a form without a context.
pub(crate) fn validate<F: Form>(form: &F) -> Result<(), ValidationErrors> {
    let mut errors = ReadErrors::none();
    let context = F::Context::read(&Node::Object(Object::new()), &mut errors);
    errors.within("context");
    match errors.error() {
        None => validate_in(form, &context),
        Some(error) => {
            let missing = ValidationError::new(error.code).with_message(error.message);
            Err(collected([(Cow::Borrowed("context"), missing)]))
        }
    }
}

/// Checks a form in its context.
pub(crate) fn validate_in<F: Form>(form: &F, context: &F::Context) -> Result<(), ValidationErrors> {
    let violations = form.violations(context);
    if violations.is_empty() {
        return Ok(());
    }
    let errors = violations
        .iter()
        .map(|violation| (violation.field.clone(), error_of(violation)));
    Err(collected(errors))
}

fn collected(
    errors: impl IntoIterator<Item = (Cow<'static, str>, ValidationError)>,
) -> ValidationErrors {
    let errors = errors.into_iter();
    ValidationErrors(
        errors
            .map(|(field, error)| (field, ValidationErrorsKind::Field(vec![error])))
            .collect(),
    )
}

fn error_of(violation: &Violation) -> ValidationError {
    let params: HashMap<_, _> = violation
        .params
        .iter()
        .map(|(name, param)| (name.clone(), value_of(param)))
        .collect();
    let mut error =
        ValidationError::new(violation.code.as_str()).with_message(violation.message.clone());
    error.params = params;
    error
}

fn value_of(param: &Param) -> Value {
    match param {
        Param::Number(number) => (*number).into(),
        Param::Text(text) => text.as_ref().into(),
    }
}
