//! Descriptions of types, known at compile time.

/// What a value looks like in JSON.
#[derive(Debug, Clone, Copy)]
pub enum Type {
    /// Any text.
    Text,
    /// Decimal text; a number is accepted where it is an input.
    Amount,
    /// A decimal number, as text; a number is accepted where it is an input.
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
    /// The record, or violations and nulls in its place.
    Checked(&'static Record),
    /// An object of these fields, without a name of its own.
    Fields(&'static [Field]),
    /// A number with decimals.
    Number,
    /// Anything.
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
