//! User accounts: sign-up, sign-in, one-time codes, passwords, sessions, profile, PIN.
//!
//! It never decides what a valid value is (the forms do) and never touches money: a verified PIN becomes a grant, which
//! the payment consumes in the transaction of the debit. Source: document 1; the shapes are in docs/openapi.json.

pub mod account_settings;
mod alerts;
pub mod answers;
mod arrivals;
mod avatars;
mod backoff;
mod browsers;
mod channels;
mod checks;
mod codes;
pub mod devices;
mod emails;
mod google;
pub mod letters;
mod limits;
mod liveness;
pub mod numbers;
pub mod operator;
pub mod own_data;
pub mod passkeys;
mod passwords;
mod phones;
pub mod pin;
pub mod profile;
pub mod proxy;
pub mod questions;
pub mod reauthentication;
mod referrer;
mod routes;
mod search;
mod security_questions;
pub mod sessions;
mod sign_in;
mod sign_up;

pub use routes::{avatar, routes};

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 5] = [
    "DELETE FROM one_time_codes WHERE sent_at_ms < $1",
    "DELETE FROM code_targets WHERE asked_at_ms < $1",
    "DELETE FROM exchange_codes WHERE expires_at_ms < $1",
    "DELETE FROM login_failures WHERE last_at_ms < $1",
    "DELETE FROM passkey_challenges WHERE expires_at_ms < $1",
];
