//! Descriptions of types, known at compile time.

/// The JSON form of a value.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// Any text.
    Text,
    /// Decimal text; inputs also accept a number.
    Amount,
    /// A decimal number, as text; inputs also accept a number.
    Rate,
    /// A whole number.
    Integer,
    Flag,
    /// A civil date, `YYYY-MM-DD`.
    Date,
    /// An instant, RFC 3339 UTC.
    Instant,
    /// One of these texts.
    Choice(&'static str, &'static [&'static str]),
    List(&'static Type),
    /// The value or null.
    Nullable(&'static Type),
    /// Any keys, values of one type.
    Map(&'static Type),
    Record(&'static Record),
    /// The record, or violations with nulls in its place.
    Checked(&'static Record),
    /// An anonymous object with these fields.
    Fields(&'static [Field]),
    /// A number with decimals.
    Number,
    /// Any value.
    Any,
}

/// An object with named fields.
#[derive(Debug, Clone, Copy)]
pub struct Record {
    pub name: &'static str,
    pub doc: &'static str,
    pub fields: &'static [Field],
}

/// A field of a record.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub key: &'static str,
    pub doc: &'static str,
    pub of: Type,
    pub required: bool,
}
