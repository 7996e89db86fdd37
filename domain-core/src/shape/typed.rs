//! Texts that are normalised during reading.

/// A form's text with several spellings, and the function that normalises it. The normalised value is validated and
/// stored.
macro_rules! typed_text {
    ($(#[doc = $doc:literal])* pub struct $name:ident = $plain:path) => {
        $(#[doc = $doc])*
        #[derive(Clone, Default, PartialEq, Eq)]
        pub struct $name(String);

        impl std::fmt::Debug for $name {
            /// Omits the text, which is personal.
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(stringify!($name))
            }
        }

        impl std::ops::Deref for $name {
            type Target = str;

            fn deref(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(typed: &str) -> Self {
                Self($plain(typed).into_owned())
            }
        }

        impl From<String> for $name {
            fn from(typed: String) -> Self {
                Self::from(typed.as_str())
            }
        }

        impl $crate::shape::Shape for $name {
            const TYPE: $crate::shape::Type = $crate::shape::Type::Text;
        }

        impl $crate::shape::Input for $name {
            fn read(node: &$crate::json::Node<'_>, errors: &mut $crate::shape::ReadErrors) -> Self {
                Self::from(<String as $crate::shape::Input>::read(node, errors))
            }

            fn blank() -> Self {
                Self::default()
            }
        }

        impl $crate::shape::Output for $name {
            fn write(&self) -> $crate::json::Node<'static> {
                self.0.clone().into()
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer).map(Self::from)
            }
        }
    };
}

pub(crate) use typed_text;
