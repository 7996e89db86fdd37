//! Schemas for the API's description that are the catalogue's own: of forms, and of values that rules take and give.

use domain_core::catalogue::{RuleDoc, catalogue};
use domain_core::validation::Form;
use serde_json::Value;
use utoipa::openapi::{RefOr, Schema};

/// Types to name in descriptions whose schemas are the catalogue's: `rule_schemas!(PinStatus: "pin.transition" output
/// "/properties/status");` describes what stands there in the schema of the rule's output.
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

        // Not `PartialSchema`, which it entails: envelopes and maps ask their contents to compose.
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
    /// What a transfer goes to.
    TransferDestination: "transfer.quote" input "/properties/destination",
    /// What a transaction was for.
    Category: "transaction.category" input "/properties/category",
    /// How far a PIN is.
    PinStatus: "pin.transition" output "/properties/status",
}

/// What stands at a place in a rule's schemas.
pub fn rule_schema(name: &str, place: impl Fn(&RuleDoc) -> Option<&Value>) -> RefOr<Schema> {
    let rule = catalogue().into_iter().find(|rule| rule.name == name);
    let found = rule.as_ref().and_then(place).cloned().unwrap_or_default();
    let schema: Option<Schema> = serde_json::from_value(found).ok();
    schema.map_or_else(|| RefOr::T(Schema::default()), RefOr::T)
}

/// Schemas of bodies that forms of the rules read: `form_schemas!(LoginValues: Login);` makes a type to name in a
/// handler's description, whose schema is the catalogue's.
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
