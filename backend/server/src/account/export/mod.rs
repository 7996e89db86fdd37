//! The export of a user's own data: all of it, as one JSON document or as a ZIP file of CSV tables.
//!
//! The tables are declared by the folders that own them (`own_data.rs`), and read in one snapshot, so that transactions
//! and balances add up. The file is compressed in memory while the rows are read: a slow client does not block the
//! database, and a long history does not fill the memory.

mod document;
mod form;
mod make;
mod readme;
mod routes;
mod tables;
mod zipped;

pub use form::Format;
pub use routes::routes;
pub use tables::{left_out, tables};
