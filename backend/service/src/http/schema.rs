//! OpenAPI schemas of rules and forms (from the catalogue), of composed bodies, and of files.

use crate::http::{Plain, WithPin};
use domain_core::catalogue::{RuleDoc, catalogue};
use domain_core::identity::TransactionPin;
use domain_core::validation::Form;
use domain_core::wallet::coin::Network;
use serde_json::Value;
use std::sync::LazyLock;
use utoipa::openapi::{KnownFormat, Object, ObjectBuilder, RefOr, Schema, SchemaFormat, Type};
use utoipa::{PartialSchema, ToSchema};

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

        // `ToSchema` requires this trait, which the derive macro implements. A schema that is only known at run time cannot
        // be derived, and `PartialSchema` alone does not do: envelopes and maps require `ToSchema` of their contents. The
        // module is not part of utoipa's stable interface; the lock file pins the version.
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
    Currency: "balance.display" input "/properties/currency/anyOf/0",
    /// The kind of a transfer's recipient.
    TransferDestination: "transfer.quote" input "/properties/destination",
    /// The category of a transaction.
    Category: "transaction.category" input "/properties/category",
    /// The direction of the money, from the side of the statement's owner.
    Direction: "receipt.lines" input "/properties/type",
    /// A use of money that leaves a wallet.
    Flow: "transaction.flows" output "/anyOf/0/allOf/0/properties/flows/items/properties/flow",
    /// An action for a coin.
    CoinAction: "coin.actions" output "/properties/actions/items",
    /// The status of a PIN.
    PinStatus: "pin.transition" output "/properties/status",
}

/// The network that a coin is sent over.
pub struct CoinNetwork;

impl ToSchema for CoinNetwork {}

impl PartialSchema for CoinNetwork {
    fn schema() -> RefOr<Schema> {
        let names = Network::ALL.iter().map(|network| network.as_str());
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The network that a coin is sent over."))
            .enum_values(Some(names))
            .into()
    }
}

/// The catalogue, generated once: hundreds of schemas refer to it.
static RULES: LazyLock<Vec<RuleDoc>> = LazyLock::new(catalogue);

/// The schema at a pointer in a rule's schemas.
pub fn rule_schema(name: &str, place: impl Fn(&RuleDoc) -> Option<&Value>) -> RefOr<Schema> {
    let rule = RULES.iter().find(|rule| rule.name == name);
    let found = rule.and_then(place).cloned().unwrap_or_default();
    let schema: Option<Schema> = serde_json::from_value(found).ok();
    schema.map_or_else(|| RefOr::T(Schema::default()), RefOr::T)
}

/// Schemas of form bodies: `form_schemas!(LoginValues: Login);` defines a type for OpenAPI annotations whose schema
/// comes from the catalogue.
#[macro_export]
macro_rules! form_schemas {
    ($($name:ident: $form:ty),* $(,)?) => {
        $crate::body_schemas! {$(
            #[doc = concat!("The values of the form `", stringify!($form), "`.")]
            $name: $form,
        )*}
    };
}

/// Schemas of bodies, derived from the types that the handler reads: `body_schemas! { /// A new PIN. NewPin: (PinChange,
/// Plain<PinChoice>) }` defines a type for OpenAPI annotations.
#[macro_export]
macro_rules! body_schemas {
    ($($(#[doc = $doc:expr])+ $name:ident: $read:ty),* $(,)?) => {$(
        $(#[doc = $doc])+
        pub struct $name;

        impl utoipa::ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                std::borrow::Cow::Borrowed(stringify!($name))
            }

            fn schemas(schemas: &mut $crate::http::schema::Named) {
                <$read as $crate::http::schema::Described>::named(schemas);
            }
        }

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                let mut object = <$read as $crate::http::schema::Described>::object();
                object.description = Some(String::from(concat!($($doc),+).trim_ascii()));
                utoipa::openapi::Schema::from(object).into()
            }
        }
    )*};
}

/// Named schemas.
pub type Named = Vec<(String, RefOr<Schema>)>;

/// A type read from a body's members, which describes these members.
pub trait Described {
    fn object() -> Object;

    /// Schemas that the members refer to.
    fn named(_schemas: &mut Named) {}
}

/// Two types read from the same body.
impl<A: Described, B: Described> Described for (A, B) {
    fn object() -> Object {
        let (mut object, other) = (A::object(), B::object());
        object.properties.extend(other.properties);
        object.required.extend(other.required);
        object
    }

    fn named(schemas: &mut Named) {
        A::named(schemas);
        B::named(schemas);
    }
}

impl<T: ToSchema> Described for Plain<T> {
    fn object() -> Object {
        object(T::schema())
    }

    fn named(schemas: &mut Named) {
        T::schemas(schemas);
    }
}

impl<T: Described> Described for WithPin<T> {
    fn object() -> Object {
        let mut object = T::object();
        let pin = form_object::<TransactionPin>().properties.remove("pin");
        object
            .properties
            .extend(pin.map(|pin| (String::from("pin"), pin)));
        object
    }

    fn named(schemas: &mut Named) {
        T::named(schemas);
    }
}

fn object(schema: RefOr<Schema>) -> Object {
    match schema {
        RefOr::T(Schema::Object(object)) => object,
        _ => Object::new(),
    }
}

/// The schema of a form's values, from the catalogue.
pub fn form_object<F: Form>() -> Object {
    object(rule_schema(&["form.", F::NAME].concat(), |rule| {
        rule.input.pointer("/properties/values")
    }))
}

/// Binary content, such as a picture. Use with `inline`.
pub struct Binary;

impl ToSchema for Binary {}

impl PartialSchema for Binary {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Binary)))
            .into()
    }
}

/// A `multipart/form-data` form with one file.
pub struct FileForm;

impl ToSchema for FileForm {}

impl PartialSchema for FileForm {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .description(Some("A form with one file."))
            .property("file", Binary::schema())
            .required("file")
            .into()
    }
}
