//! The stable codes of violations.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

macro_rules! codes {
    ($($name:ident = $text:literal: $message:literal [$($param:literal),*],)*) => {
        /// The kind of a violation. Stable: codes are appended, never renamed or removed.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code {
            $(#[doc = $message] $name,)*
        }

        impl Code {
            /// All codes, in the order in which they were added.
            pub const ALL: &'static [Self] = &[$(Self::$name,)*];
            /// Their names.
            pub const NAMES: &'static [&'static str] = &[$($text,)*];

            /// The stable name.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The names of the facts that may accompany it.
            pub const fn params(self) -> &'static [&'static str] {
                match self { $(Self::$name => &[$($param),*],)* }
            }

            /// The default message, if neither the specification nor the check has a better one.
            pub const fn message(self) -> &'static str {
                match self { $(Self::$name => $message,)* }
            }
        }
    };
}

codes! {
    Required = "required": "This is required." [],
    Email = "email": "Enter an email address, like name@example.com." [],
    TooShort = "too_short": "This is too short." ["limit", "value"],
    TooLong = "too_long": "This is too long." ["limit", "value"],
    WrongLength = "wrong_length": "This has the wrong length." ["limit", "value", "nearest"],
    NotNumeric = "not_numeric": "Use the digits 0 to 9 only." ["nearest"],
    NotAlphanumeric = "not_alphanumeric": "Use the letters A to Z and the digits 0 to 9 only." ["nearest"],
    NotOneOf = "not_one_of": "Choose one of the options." ["limit", "value"],
    Mismatch = "mismatch": "The two entries do not match." [],
    TooWeak = "too_weak": "This password is too weak." ["limit", "value"],
    TooCommon = "too_common": "This is too easy to guess." [],
    NotAccepted = "not_accepted": "Please tick to continue." [],
    NotAnAmount = "not_an_amount": "Enter an amount in digits, like 1500.00." ["limit", "nearest"],
    BelowMinimum = "below_minimum": "This is below the minimum." ["limit", "value", "nearest"],
    AboveMaximum = "above_maximum": "This is above the maximum." ["limit", "value", "nearest"],
    OutOfRange = "out_of_range": "This is out of range." ["limit", "value", "nearest"],
    InsufficientBalance = "insufficient_balance": "Your balance is too low." ["limit", "value", "nearest", "unlock"],
    NotADate = "not_a_date": "Enter a date that exists." ["limit"],
    InTheFuture = "in_the_future": "This date is in the future." ["limit"],
    UnsupportedType = "unsupported_type": "This type is not supported." ["limit"],
    TooLarge = "too_large": "This is too large." ["limit", "value", "nearest"],
    NotAColour = "not_a_colour": "Enter a colour, like #1a2b3c or 26,43,60." [],
    WrongCheckDigit = "wrong_check_digit": "Check this number: it isn't valid at this bank." [],
    NotAllowed = "not_allowed": "This is not allowed." ["unlock"],
    NotAnAddress = "not_an_address": "This is not a valid address." [],
    WrongChecksum = "wrong_checksum": "This was mistyped: its checksum doesn't match." [],
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
        known
            .copied()
            .ok_or_else(|| serde::de::Error::custom("unknown violation code"))
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn codes_are_only_appended() {
        let first = [
            "required",
            "email",
            "too_short",
            "too_long",
            "wrong_length",
            "not_numeric",
            "not_alphanumeric",
            "not_one_of",
            "mismatch",
            "too_weak",
            "too_common",
            "not_accepted",
            "not_an_amount",
            "below_minimum",
            "above_maximum",
            "out_of_range",
            "insufficient_balance",
            "not_a_date",
            "in_the_future",
            "unsupported_type",
            "too_large",
            "not_a_colour",
            "wrong_check_digit",
            "not_allowed",
        ];
        assert_eq!(Code::NAMES.get(..first.len()), Some(&first[..]));
    }
}
