//! OpenAPI schemas taken from the rule catalogue: of forms, and of rules' inputs and outputs.

use domain_core::catalogue::{RuleDoc, catalogue};
use domain_core::validation::Form;
use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};

/// Types for OpenAPI annotations whose schemas come from the catalogue: `rule_schemas!(PinStatus: "pin.transition"
/// output "/properties/status");` uses the schema at that pointer in the rule's output.
#[macro_export]
macro_rules! rule_schemas {
    ($($(#[doc = $doc:literal])* $name:ident: $rule:literal $side:ident $pointer:literal),* $(,)?) => {$(
        $(#[doc = $doc])*
        pub struct $name;

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed(stringify!($name))
            }
        }

        // Not `PartialSchema`, although it implies it: envelopes and maps require `ToSchema` of their contents.
        impl utoipa::__dev::ComposeSchema for $name {
            fn compose(
                _: Vec<utoipa::openapi::RefOr<utoipa::openapi::Schema>>,
            ) -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::http::schema::rule_schema($rule, |rule| rule.$side.pointer($pointer))
            }
        }
    )*};
}

rule_schemas! {
    /// One of the six currencies.
    Currency: "balance.display" input "/properties/currency",
    /// The kind of a transfer's recipient.
    TransferDestination: "transfer.quote" input "/properties/destination",
    /// The category of a transaction.
    Category: "transaction.category" input "/properties/category",
    /// The status of a PIN.
    PinStatus: "pin.transition" output "/properties/status",
}

/// The schema at a pointer in a rule's schemas.
pub fn rule_schema(name: &str, place: impl Fn(&RuleDoc) -> Option<&Value>) -> RefOr<Schema> {
    let rule = catalogue().into_iter().find(|rule| rule.name == name);
    let found = rule.as_ref().and_then(place).cloned().unwrap_or_default();
    let schema: Option<Schema> = serde_json::from_value(found).ok();
    schema.map_or_else(|| RefOr::T(Schema::default()), RefOr::T)
}

/// Schemas of form bodies: `form_schemas!(LoginValues: Login);` defines a type for OpenAPI annotations whose schema
/// comes from the catalogue.
#[macro_export]
macro_rules! form_schemas {
    ($($name:ident: $form:ty),* $(,)?) => {$(
        #[doc = concat!("The values of the form `", stringify!($form), "`.")]
        pub struct $name;

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed(stringify!($name))
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::http::schema::form_schema::<$form>()
            }
        }
    )*};
}

/// The schema of a form's values, from the catalogue.
pub fn form_schema<F: Form>() -> RefOr<Schema> {
    rule_schema(&["form.", F::NAME].concat(), |rule| {
        rule.input.pointer("/properties/values")
    })
}
