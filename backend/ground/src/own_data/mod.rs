//! Declarations of the personal data in a folder's tables, for the export of a user's own data.
//!
//! Each folder declares its own tables in a file `own_data.rs`, because only that folder may read them; `account` reads
//! them all in one snapshot. A test compares the declarations with the database: every table and every column is either
//! exported or left out for a reason.

mod column;
mod read;

pub use column::{Column, Kind};
pub use read::{Sink, read};

/// Part of the export: the rows of one statement.
pub struct Table {
    /// Its name in the export.
    pub name: &'static str,
    /// One sentence for the user.
    pub about: &'static str,
    /// `$1` is the user's identifier. The declaration must account for all columns of the first table after FROM.
    pub query: &'static str,
    pub columns: &'static [Column],
    /// Columns not in the statement, each with the reason.
    pub left_out: &'static [(&'static str, &'static str)],
}

/// The reason for leaving out the brand's internal identifiers.
pub const ONE_BRAND: &str = "the brand is named at the top of the export";
/// The reason for leaving out hashes and encrypted texts.
pub const SECRET: &str = "a secret, or derived from one";
/// The reason for leaving out internal lookup keys and counters.
pub const INTERNAL: &str = "internal to the server, not about the user";
/// The reason for leaving out identifiers whose target is resolved in the row.
pub const RESOLVED: &str = "the row contains its target";
