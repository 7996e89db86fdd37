//! Interaction between users: referrals, chat and clusters.
//!
//! It never decides whether a bonus is earned (the rules do), and never changes a balance (the ledger does). Source:
//! document 2; the shapes are in docs/openapi.json.

pub mod chat;
pub mod clusters;
mod limits;
pub mod own_data;
pub mod referral;
mod routes;

pub use routes::routes;

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 1] =
    ["DELETE FROM chat_attachments WHERE message_id IS NULL AND created_at_ms < $1"];
