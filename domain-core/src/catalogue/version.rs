//! The version of the rules: a hash over names and types, computed at compile time.

use super::{FORM_DOCS, RULE_DOCS, document::Entry};
use crate::shape::{Field, Type};

/// FNV-1a, 64 bits, enough to distinguish versions; not for security.
const OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

const fn text(mut hash: u64, text: &str) -> u64 {
    let mut bytes = text.as_bytes();
    while let [byte, rest @ ..] = bytes {
        hash = byte_of(hash, *byte);
        bytes = rest;
    }
    byte_of(hash, 0xFF)
}

#[expect(clippy::as_conversions, reason = "From is not const")]
const fn byte_of(hash: u64, byte: u8) -> u64 {
    (hash ^ byte as u64).wrapping_mul(PRIME)
}

const fn texts(mut hash: u64, mut list: &[&str]) -> u64 {
    while let [first, rest @ ..] = list {
        hash = text(hash, first);
        list = rest;
    }
    hash
}

const fn fields(mut hash: u64, mut list: &[Field]) -> u64 {
    while let [field, rest @ ..] = list {
        hash = text(hash, field.key);
        hash = byte_of(kind(hash, field.of), if field.required { 1 } else { 0 });
        list = rest;
    }
    hash
}

const fn kind(hash: u64, of: Type) -> u64 {
    match of {
        Type::Text => byte_of(hash, 1),
        Type::Amount => byte_of(hash, 2),
        Type::Rate => byte_of(hash, 3),
        Type::Integer => byte_of(hash, 4),
        Type::Flag => byte_of(hash, 5),
        Type::Date => byte_of(hash, 6),
        Type::Instant => byte_of(hash, 7),
        Type::Choice(_, options) => texts(byte_of(hash, 8), options),
        Type::List(item) => kind(byte_of(hash, 9), *item),
        Type::Nullable(inner) => kind(byte_of(hash, 10), *inner),
        Type::Map(value) => kind(byte_of(hash, 11), *value),
        Type::Record(record) => fields(byte_of(hash, 12), record.fields),
        Type::Checked(record) => fields(byte_of(hash, 13), record.fields),
        Type::Fields(list) => fields(byte_of(hash, 14), list),
        Type::Number => byte_of(hash, 15),
        Type::Any => byte_of(hash, 16),
    }
}

const fn entries(mut hash: u64, mut list: &[Entry]) -> u64 {
    while let [entry, rest @ ..] = list {
        hash = kind(kind(text(hash, entry.name), entry.input), entry.output);
        list = rest;
    }
    hash
}

const HASH: u64 = entries(
    entries(text(OFFSET, env!("CARGO_PKG_VERSION")), FORM_DOCS),
    RULE_DOCS,
);

/// The hash as sixteen hexadecimal digits.
const DIGITS: [u8; 16] = {
    let mut digits = [b'0'; 16];
    let mut rest: &mut [u8] = &mut digits;
    let mut hash = HASH;
    while let [digit, others @ ..] = rest {
        hash = hash.rotate_left(4);
        *digit = hexadecimal(hash & 0xF);
        rest = others;
    }
    digits
};

#[expect(
    clippy::as_conversions,
    clippy::arithmetic_side_effects,
    reason = "From is not const; a digit below 16"
)]
const fn hexadecimal(digit: u64) -> u8 {
    if digit < 10 {
        b'0' + digit as u8
    } else {
        b'a' + digit as u8 - 10
    }
}

/// Sixteen hexadecimal digits that change when a rule's name, input or output changes. Server and browser compare them.
pub fn rules_version() -> &'static str {
    std::str::from_utf8(&DIGITS).unwrap_or_default()
}
