//! How a folder declares what it keeps of a person, for the export of their own data: tables with their statements.
//!
//! Each folder declares its own tables in a file `own_data.rs`, because only that folder may read them; `account` reads them
//! all in one snapshot. A test compares the declarations with the database: every table and every column is either exported
//! or left out for a reason.

mod column;
mod read;

pub use column::{Column, Kind};
pub use read::{Sink, read};

/// Part of the export: the rows of one statement.
pub struct Table {
    /// Its name in the export.
    pub name: &'static str,
    /// One sentence for the person.
    pub about: &'static str,
    /// `$1` is the person's identifier. The first table after FROM is the one whose columns it has to account for.
    pub query: &'static str,
    pub columns: &'static [Column],
    /// Columns that the statement does not name, each with the reason.
    pub left_out: &'static [(&'static str, &'static str)],
}

/// Why internal identifiers of a brand are left out.
pub const ONE_BRAND: &str = "the brand stands at the top of the export";
/// Why hashes and encrypted texts are left out.
pub const SECRET: &str = "a secret, or the trace of one";
/// Why our own means of finding or counting are left out.
pub const INTERNAL: &str = "how the server works, nothing about the person";
/// Why identifiers are left out of rows that give what they point to.
pub const RESOLVED: &str = "the row gives what it points to";
