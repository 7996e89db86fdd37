//! Macros that turn one field list into a struct, its reader, its writer and its description.

/// The JSON key of a field: its name, or the text given after `as`.
macro_rules! key {
    ($field:ident) => {
        stringify!($field)
    };
    ($field:ident $key:literal) => {
        $key
    };
}

/// The struct and its description.
macro_rules! record_shape {
    (
        $required:expr;
        $(#[doc = $doc:literal])*
        pub struct $name:ident { $($(#[doc = $note:literal])* $field:ident $(as $key:literal)?: $type:ty,)* }
    ) => {
        $(#[doc = $doc])*
        #[derive(Clone, PartialEq)]
        pub struct $name { $($(#[doc = $note])* pub $field: $type,)* }

        impl $crate::shape::Shape for $name {
            const TYPE: $crate::shape::Type = $crate::shape::Type::Record(&$crate::shape::Record {
                name: stringify!($name),
                doc: concat!($($doc, "\n"),*),
                fields: &[$($crate::shape::Field {
                    key: $crate::shape::key!($field $($key)?),
                    doc: concat!($($note, "\n"),*),
                    of: <$type as $crate::shape::Shape>::TYPE,
                    reads: <$type as $crate::shape::Shape>::READS,
                    required: $required && <$type as $crate::shape::Shape>::REQUIRED,
                },)*],
            });
            const KEYS: &'static [&'static str] = &[$($crate::shape::key!($field $($key)?),)*];
        }
    };
    (@secret $name:ident) => {
        impl std::fmt::Debug for $name {
            /// Omits the values: they may be passwords, and debug output ends up in logs.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), " { .. }"))
            }
        }
    };
    (@shown $name:ident) => {
        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(&$crate::shape::Output::write(self), f)
            }
        }
    };
    (@read $name:ident { $($field:ident $(as $key:literal)?,)* }) => {
        impl $crate::shape::Input for $name {
            fn read(node: &$crate::json::Node<'_>, errors: &mut $crate::shape::ReadErrors) -> Self {
                #[allow(unused_variables)]
                let object = $crate::shape::members(node, errors);
                errors.check_keys(object, <Self as $crate::shape::Shape>::KEYS);
                Self { $($field: $crate::shape::read_member(object, $crate::shape::key!($field $($key)?), errors),)* }
            }

            fn blank() -> Self {
                Self { $($field: $crate::shape::Input::blank(),)* }
            }
        }

        $crate::shape::record_shape! { @deserialize $name }
    };
    (@fill $name:ident { $($field:ident,)* }) => {
        impl $crate::shape::Input for $name {
            fn read(node: &$crate::json::Node<'_>, errors: &mut $crate::shape::ReadErrors) -> Self {
                let mut form = Self::blank();
                $crate::shape::fill(&mut form, <Self as $crate::shape::Shape>::KEYS, node, errors);
                form
            }

            fn blank() -> Self {
                Self { $($field: $crate::shape::Input::blank(),)* }
            }
        }

        impl $crate::shape::Values for $name {
            fn value(&mut self, index: usize) -> Option<&mut dyn $crate::shape::Value> {
                let mut before = 0_usize;
                $(
                    if index == before {
                        return Some(&mut self.$field);
                    }
                    before = before.wrapping_add(1);
                )*
                let _ = before;
                None
            }
        }

        $crate::shape::record_shape! { @deserialize $name }
    };
    (@deserialize $name:ident) => {
        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = serde_json::Value::deserialize(deserializer)?;
                let mut errors = $crate::shape::ReadErrors::none();
                let read = <Self as $crate::shape::Input>::read(&(&value).into(), &mut errors);
                errors.into_result(read).map_err(serde::de::Error::custom)
            }
        }
    };
    (@write $name:ident { $($field:ident $(as $key:literal)?,)* }) => {
        $crate::shape::record_shape! { @members $name { $($field $(as $key)?,)* } }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::shape::Output::write(self).serialize(serializer)
            }
        }
    };
    (@members $name:ident { $($field:ident $(as $key:literal)?,)* }) => {
        impl $crate::shape::Output for $name {
            fn write(&self) -> $crate::json::Node<'static> {
                const KEYS: &[&str] = <$name as $crate::shape::Shape>::KEYS;
                const ORDER: &[usize] = &$crate::shape::sorted_indexes::<{ KEYS.len() }>(KEYS);
                let mut nodes = [$($crate::shape::Output::write(&self.$field),)*];
                $crate::shape::in_order(KEYS, ORDER, &mut nodes)
            }
        }
    };
}

/// A rule's input. The server writes it as well, in the record of a decision.
macro_rules! input {
    ($($(#[doc = $doc:literal])* pub struct $name:ident { $($(#[doc = $note:literal])* $field:ident $(as $key:literal)?: $type:ty,)* })*) => {$(
        $crate::shape::record_shape! { true; $(#[doc = $doc])* pub struct $name { $($(#[doc = $note])* $field $(as $key)?: $type,)* } }
        $crate::shape::record_shape! { @secret $name }
        $crate::shape::record_shape! { @read $name { $($field $(as $key)?,)* } }
        #[cfg(not(target_arch = "wasm32"))]
        $crate::shape::record_shape! { @members $name { $($field $(as $key)?,)* } }
    )*};
}

/// A rule's output.
macro_rules! output {
    ($($(#[doc = $doc:literal])* pub struct $name:ident { $($(#[doc = $note:literal])* $field:ident $(as $key:literal)?: $type:ty,)* })*) => {$(
        $crate::shape::record_shape! { true; $(#[doc = $doc])* pub struct $name { $($(#[doc = $note])* $field $(as $key)?: $type,)* } }
        $crate::shape::record_shape! { @shown $name }
        $crate::shape::record_shape! { @write $name { $($field $(as $key)?,)* } }
    )*};
}

/// A record that is read and written.
macro_rules! record {
    ($($(#[doc = $doc:literal])* pub struct $name:ident { $($(#[doc = $note:literal])* $field:ident $(as $key:literal)?: $type:ty,)* })*) => {$(
        $crate::shape::record_shape! { true; $(#[doc = $doc])* pub struct $name { $($(#[doc = $note])* $field $(as $key)?: $type,)* } }
        $crate::shape::record_shape! { @shown $name }
        $crate::shape::record_shape! { @read $name { $($field $(as $key)?,)* } }
        $crate::shape::record_shape! { @write $name { $($field $(as $key)?,)* } }
    )*};
}

/// A form's values: missing and null are blank.
macro_rules! form_values {
    ($(#[doc = $doc:literal])* pub struct $name:ident { $($(#[doc = $note:literal])* $field:ident $(as $key:literal)?: $type:ty,)* }) => {
        $crate::shape::record_shape! { false; $(#[doc = $doc])* pub struct $name { $($(#[doc = $note])* $field $(as $key)?: $type,)* } }
        $crate::shape::record_shape! { @secret $name }
        $crate::shape::record_shape! { @fill $name { $($field,)* } }

        impl validator::Validate for $name {
            /// Applies the form's rule without a context. If the form needs one, that is an error: see `ValidateArgs`.
            fn validate(&self) -> Result<(), validator::ValidationErrors> {
                $crate::validation::validate(self)
            }
        }

        impl<'c> validator::ValidateArgs<'c> for $name {
            type Args = &'c <Self as $crate::validation::Form>::Context;

            /// Applies the form's rule.
            fn validate_with_args(&self, context: Self::Args) -> Result<(), validator::ValidationErrors> {
                $crate::validation::validate_in(self, context)
            }
        }
    };
}

/// An enum with fixed texts in JSON.
macro_rules! choice {
    ($(#[doc = $doc:literal])* pub enum $name:ident { $($(#[doc = $note:literal])* $variant:ident = $text:literal,)* }) => {
        $(#[doc = $doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[doc = $note])* $variant,)* }

        impl $name {
            /// All variants.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];
            const TEXTS: &'static [&'static str] = &[$($text,)*];
            const FIRST: Self = {
                let [first, ..] = [$(Self::$variant,)*];
                first
            };

            /// Its text in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }

            /// The variant with this text.
            pub fn named(text: &str) -> Option<Self> {
                let index = Self::TEXTS.iter().position(|known| $crate::json::is_same(known, text))?;
                Self::ALL.get(index).copied()
            }
        }

        impl $crate::shape::Shape for $name {
            const TYPE: $crate::shape::Type = $crate::shape::Type::Choice(stringify!($name), Self::TEXTS);
        }

        impl $crate::shape::Input for $name {
            fn read(node: &$crate::json::Node<'_>, errors: &mut $crate::shape::ReadErrors) -> Self {
                let index = $crate::shape::choose(node, Self::TEXTS, errors);
                Self::ALL.get(index).copied().unwrap_or(Self::FIRST)
            }

            fn blank() -> Self {
                Self::FIRST
            }
        }

        impl $crate::shape::Output for $name {
            fn write(&self) -> $crate::json::Node<'static> {
                self.as_str().into()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
                Self::named(&text).ok_or_else(|| serde::de::Error::custom(concat!("not a ", stringify!($name))))
            }
        }
    };
}

pub(crate) use {choice, form_values, input, key, output, record, record_shape};
