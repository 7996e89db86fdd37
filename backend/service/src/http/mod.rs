//! Shared parts of all calls: bodies, the envelope, limits, idempotency, cookies. It knows no area.

pub mod body;
pub mod client;
pub mod cookies;
pub mod document;
pub mod download;
pub mod envelope;
mod forms;
pub mod idempotency;
pub mod limits;
pub(crate) mod path;
pub(crate) mod query;
pub mod schema;
pub mod upload;
pub mod valid;

pub use body::Body;
pub use client::Client;
pub use envelope::{Envelope, Page};
pub use idempotency::{Keyed, Operation};
pub use path::Path;
pub use query::Query;
pub use valid::{Asked, Part, Plain, Read, Readable, Valid, WithPin};

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 1] = ["DELETE FROM rate_limits WHERE window_start_at_ms < $1"];
