//! What every call shares: the envelope, reading a body, who is asking, limits, headers, the router.

pub mod body;
pub mod client;
pub mod connections;
pub mod cookies;
pub mod download;
pub mod envelope;
pub mod headers;
pub mod health;
pub mod idempotency;
pub mod limits;
pub mod metrics;
pub mod panics;
pub mod path;
pub mod problems;
pub mod query;
pub mod request_id;
pub mod router;
pub mod serve;
pub mod valid;
pub mod webapp;

pub use body::Body;
pub use client::Client;
pub use envelope::{Envelope, Page};
pub use idempotency::{Keyed, Operation};
pub use path::Path;
pub use query::Query;
pub use valid::{Beside, Part, Read, Readable, Valid};
