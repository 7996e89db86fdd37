//! User accounts: sign-up, sign-in, codes, password, PIN, profile, session and the pages open to them.
//!
//! Source: document 1. Knows no money beyond the currency a PIN belongs to, and never stores or compares a secret: it
//! says what a valid one looks like and what an attempt leads to.

pub mod account_setting;
pub mod address;
pub mod avatar;
pub mod closing;
pub mod common_password;
mod fields;
pub mod google;
pub mod location;
pub mod login;
pub mod name;
pub mod numbers;
pub mod otp;
pub mod password;
pub mod password_change;
pub mod phone;
pub mod pin;
pub mod profile;
pub mod question;
pub mod questionnaire;
pub mod register;
pub mod roles;
pub mod route;
pub mod session;
pub mod verification;

pub use address::ProfileAddress;
pub use avatar::Avatar;
pub use location::ProfileLocation;
pub use login::{ForgotPassword, Login};
pub use numbers::{Bvn, Identity, IdentityNumber};
pub use otp::OtpForm;
pub use password::ResetPassword;
pub use password_change::PasswordChange;
pub use phone::{Phone, PhoneCode};
pub use pin::{PinChange, TransactionPin};
pub use profile::ProfileAbout;
pub use question::SecurityQuestion;
pub use register::Register;
