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
    /// Of a list or a map, it holds for each value.
    pub reads: Reads,
    pub required: bool,
}

/// The values that a reader accepts, where the type leaves that open. All others are errors of the call.
#[derive(Debug, Clone, Copy)]
pub enum Reads {
    /// Whatever fits the type.
    Fitting,
    /// Any text in place of a decimal or a choice: the rule refuses it in its answer.
    AnyText,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// A text or a number.
    TextOrNumber,
    /// Whole numbers from the first to the second.
    Integers(i64, i64),
    Decimals(Decimals),
    /// Of a map, the values of these keys; those of others are ignored.
    Keys(&'static [&'static str]),
}

/// The decimals that a reader accepts: text or numbers.
#[derive(Debug, Clone, Copy)]
pub struct Decimals {
    /// The maximum length of the text, without a minus.
    pub most_characters: usize,
    /// Whether they may be negative.
    pub signed: bool,
    /// Whether they may be zero.
    pub zero: bool,
    /// The maximum number of decimals; null: as many as fit.
    pub scale: Option<u32>,
    /// Whether zeros may follow the last decimal.
    pub padded: bool,
    /// The greatest one, in units of the last decimal; null: as great as fits.
    pub most_units: Option<i64>,
}
