//! Failures in OpenAPI. A handler declares its own failures beside its responses: `responses((status = 200, …), Fails<(code::Refused, code::PinLocked)>)`.

use super::{Code, ErrorCode};
use std::collections::BTreeMap;
use std::marker::PhantomData;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::schema::AnyOf;
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Response, ResponseBuilder, Schema, Type};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

/// The extension that lists the codes of a failure response.
pub const CODES: &str = "x-codes";

/// The codes specific to a call. `server::openapi` adds those that follow from its session, body or idempotency key.
pub struct Fails<C>(PhantomData<C>);

/// One code, or several.
pub trait Codes {
    fn codes() -> Vec<ErrorCode>;
}

impl<C: Code> Codes for C {
    fn codes() -> Vec<ErrorCode> {
        vec![C::CODE]
    }
}

macro_rules! several {
    ($($name:ident)+) => {
        impl<$($name: Codes),+> Codes for ($($name,)+) {
            fn codes() -> Vec<ErrorCode> {
                [$($name::codes()),+].concat()
            }
        }
    };
}

several!(A B);
several!(A B C);
several!(A B C D);
several!(A B C D E);
several!(A B C D E F);

impl<C: Codes> IntoResponses for Fails<C> {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        let mut by_status: BTreeMap<String, Vec<&str>> = BTreeMap::new();
        for code in C::codes() {
            let status = code.status().as_str().to_owned();
            by_status.entry(status).or_default().push(code.as_str());
        }
        let response = |(status, codes): (String, Vec<&str>)| {
            let extensions = ExtensionsBuilder::new().add(CODES, codes).build();
            let response = ResponseBuilder::new().extensions(Some(extensions));
            (status, RefOr::T(response.build()))
        };
        by_status.into_iter().map(response).collect()
    }
}

impl ToSchema for ErrorCode {}

impl PartialSchema for ErrorCode {
    fn schema() -> RefOr<Schema> {
        let sent = || ErrorCode::ALL.iter().filter(|code| !code.is_operators());
        let meanings = sent().map(|code| code.meaning());
        let line = |code: &ErrorCode| {
            let (word, status) = (code.as_str(), code.status().as_u16());
            [
                "- `",
                word,
                "` (",
                &status.to_string(),
                "): ",
                code.meaning(),
            ]
            .concat()
        };
        let lines: Vec<String> = sent().map(line).collect();
        let words = "Every code of a failure, with its status and meaning. Codes are stable; new ones may be added.\n\n";
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(sent().map(|code| code.as_str())))
            .description(Some([words, &lines.join("\n")].concat()))
            .extensions(Some(
                ExtensionsBuilder::new()
                    .add("x-enum-descriptions", meanings.collect::<Vec<_>>())
                    .build(),
            ))
            .into()
    }
}

/// A listed code, or one added by a later version: an unknown code must not break generated clients.
pub struct AnyCode;

impl ToSchema for AnyCode {}

impl PartialSchema for AnyCode {
    fn schema() -> RefOr<Schema> {
        let mut any = AnyOf::new();
        any.items = vec![
            Ref::from_schema_name(ErrorCode::name()).into(),
            ObjectBuilder::new().schema_type(Type::String).into(),
        ];
        Schema::from(any).into()
    }
}

/// A broken field, as [`Violation`](domain_core::validation::Violation) is serialised.
pub struct BrokenField;

impl ToSchema for BrokenField {
    fn name() -> std::borrow::Cow<'static, str> {
        "Violation".into()
    }
}

impl PartialSchema for BrokenField {
    fn schema() -> RefOr<Schema> {
        let text = || ObjectBuilder::new().schema_type(Type::String);
        ObjectBuilder::new()
            .description(Some("A field that the rules refuse."))
            .property("field", text())
            .property(
                "code",
                text().description(Some("The rule's code, such as `required`.")),
            )
            .property(
                "params",
                ObjectBuilder::new().description(Some("Limits and values of the message.")),
            )
            .property("message", text().description(Some("For people.")))
            .required("field")
            .required("code")
            .required("params")
            .required("message")
            .into()
    }
}

#[cfg(test)]
mod tests {
    use super::{BrokenField, Codes, ErrorCode};
    use crate::error::code;
    use domain_core::validation::{Code, Violation};
    use serde_json::Value;
    use utoipa::PartialSchema;

    #[test]
    fn several_codes_keep_their_order() {
        let codes = <(code::PinLocked, code::Refused)>::codes();
        assert_eq!(codes, [ErrorCode::PinLocked, ErrorCode::Refused]);
        assert_eq!(<code::Refused>::codes(), [ErrorCode::Refused]);
    }

    #[test]
    fn the_schema_of_a_violation_matches_its_serialisation() {
        let keys = |value: &Value| -> Vec<String> {
            let mut keys: Vec<String> = value.as_object().unwrap().keys().cloned().collect();
            keys.sort();
            keys
        };
        let sent = serde_json::to_value(Violation::new("pin", Code::Required)).unwrap();
        let described = serde_json::to_value(BrokenField::schema()).unwrap();
        assert_eq!(keys(&described["properties"]), keys(&sent));
    }
}
