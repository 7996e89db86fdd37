//! Authentication and authorisation of calls: the session, its user, their permissions, and the audit log.
//!
//! Sign-up, sign-in and profile changes belong to `identity`.

pub mod answers;
pub mod audit;
pub mod canary;
pub mod cautions;
pub mod own_data;
pub mod roles;
pub mod session;
pub mod switches;
pub mod users;

pub use session::Session;

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 2] = [
    "DELETE FROM sign_ups WHERE created_at_ms < $1",
    "DELETE FROM session_tokens WHERE expires_at_ms < $1",
];
