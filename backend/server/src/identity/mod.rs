//! User accounts: sign-up, sign-in, one-time codes, passwords, sessions, profile, PIN.
//!
//! It never decides what a valid value is (the forms do) and never touches money: a verified PIN becomes a grant, which
//! the payment consumes in the transaction of the debit. Source: document 1; the shapes are in docs/openapi.json.

pub mod account_settings;
pub mod alerts;
pub mod answers;
pub mod arrivals;
pub mod avatars;
pub mod backoff;
pub mod browsers;
pub mod channels;
pub mod checks;
pub mod codes;
pub mod devices;
pub mod emails;
pub mod google;
pub mod letters;
mod limits;
pub mod liveness;
pub mod numbers;
pub mod operator;
pub mod own_data;
pub mod passwords;
pub mod phones;
pub mod pin;
pub mod profile;
pub mod proxy;
pub mod questions;
pub mod reauthentication;
mod referrer;
mod routes;
pub mod search;
pub mod security_questions;
pub mod sessions;
pub mod sign_in;
pub mod sign_up;

pub use routes::{avatar, routes};

use crate::http::valid::{Facts, no_context};
use domain_core::identity::profile::TodayContext;
use domain_core::identity::{
    Bvn, ForgotPassword, Login, OtpForm, PasswordChange, Phone, PhoneCode, PinChange, ProfileAbout,
    Register, ResetPassword, SecurityQuestion, TransactionPin,
};

crate::judged_forms!(
    Bvn: no_context,
    ForgotPassword: no_context,
    Login: no_context,
    OtpForm: no_context,
    Phone: no_context,
    PhoneCode: no_context,
    SecurityQuestion: no_context,
    TransactionPin: no_context,
    ProfileAbout: |facts: &Facts| TodayContext { today: facts.today },
);
crate::readable_forms!(PasswordChange, PinChange, Register, ResetPassword);

/// Statements that delete rows two days after the instant in `$1`.
pub const SHORT_LIVED: [&str; 4] = [
    "DELETE FROM one_time_codes WHERE sent_at_ms < $1",
    "DELETE FROM code_targets WHERE asked_at_ms < $1",
    "DELETE FROM exchange_codes WHERE expires_at_ms < $1",
    "DELETE FROM login_failures WHERE last_at_ms < $1",
];
