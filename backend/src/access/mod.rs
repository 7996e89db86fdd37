//! Who is asking: the session of a call, the person it belongs to, what they may do, and the log of what happened to them.
//!
//! How people sign up, sign in and change what is known of them is the business of `identity`, which stands above.

pub mod audit;
pub mod cautions;
pub mod roles;
pub mod session;
pub mod users;

pub use session::Session;

/// What is removed two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 2] = [
    "DELETE FROM sign_ups WHERE created_at_ms < $1",
    "DELETE FROM session_tokens WHERE expires_at_ms < $1",
];
