//! The stable names of what can be wrong with a value. Append only.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $text:literal,)*) => {
        /// What is wrong with a value. Stable: codes are added, never renamed or removed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code { $($(#[$doc])* $name,)* }

        impl Code {
            /// Every code, in the order they were added.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];

            /// The stable name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }
        }
    };
}

codes! {
    Required = "required",
    Email = "email",
    TooShort = "too_short",
    TooLong = "too_long",
    WrongLength = "wrong_length",
    NotNumeric = "not_numeric",
    NotAlphanumeric = "not_alphanumeric",
    NotOneOf = "not_one_of",
    Mismatch = "mismatch",
    TooWeak = "too_weak",
    TooCommon = "too_common",
    NotAccepted = "not_accepted",
    NotAnAmount = "not_an_amount",
    BelowMinimum = "below_minimum",
    AboveMaximum = "above_maximum",
    OutOfRange = "out_of_range",
    InsufficientBalance = "insufficient_balance",
    NotADate = "not_a_date",
    InTheFuture = "in_the_future",
    UnsupportedType = "unsupported_type",
    TooLarge = "too_large",
    NotAColour = "not_a_colour",
    WrongCheckDigit = "wrong_check_digit",
    NotAllowed = "not_allowed",
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Code {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        let known = Self::ALL.iter().find(|code| code.as_str() == name);
        known.copied().ok_or_else(|| serde::de::Error::custom("unknown violation code"))
    }
}
