//! The export of a person's own data: all of it, as one JSON document or as a ZIP file of CSV tables.
//!
//! The tables are declared by the folders that own them (`own_data.rs`), and read in one snapshot, so that what the
//! transactions add up to is what the balances say. The file is compressed in memory while the rows are read: the database
//! is not kept waiting for a slow client, and a long history does not fill the memory.

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
