//! The description of the API, generated from the handlers. A form's schema is the catalogue's own.

use domain_core::catalogue::catalogue;
use domain_core::money::Currency;
use domain_core::validation::Form;
use serde_json::Value;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{
    Components, InfoBuilder, ObjectBuilder, OpenApi, OpenApiBuilder, RefOr, Schema, Type,
};

/// What every call's description is added to.
pub fn base() -> OpenApi {
    let mut components = Components::new();
    let bearer = SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build());
    components.add_security_scheme("bearer", bearer);
    let info = InfoBuilder::new()
        .title("Ajo")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some("Conventions: docs/api-design.md."))
        .build();
    OpenApiBuilder::new()
        .info(info)
        .components(Some(components))
        .build()
}

/// The description as text, the same each time.
pub fn text() -> String {
    let description = crate::http::router::openapi();
    // Through a value, whose keys are sorted.
    let value = serde_json::to_value(&description).unwrap_or_default();
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

/// Describes a currency: the words are the rules'.
pub struct CurrencyCode;

impl utoipa::ToSchema for CurrencyCode {
    fn name() -> std::borrow::Cow<'static, str> {
        std::borrow::Cow::Borrowed("Currency")
    }
}

impl utoipa::PartialSchema for CurrencyCode {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Currency::ALL.iter().map(ToString::to_string)))
            .build()
            .into()
    }
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
                $crate::openapi::form_schema::<$form>()
            }
        }
    )*};
}

/// The schema of a form's values, from the catalogue.
pub fn form_schema<F: Form>() -> RefOr<Schema> {
    let name = ["form.", F::NAME].concat();
    let rule = catalogue().into_iter().find(|rule| rule.name == name);
    let values = rule
        .and_then(|rule| rule.input.pointer("/properties/values").cloned())
        .unwrap_or(Value::Null);
    let schema: Option<Schema> = serde_json::from_value(values).ok();
    schema.map_or_else(|| RefOr::T(Schema::default()), RefOr::T)
}
