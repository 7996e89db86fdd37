//! User accounts: sign-up, sign-in, codes, password, PIN, profile, session and access to pages.
//!
//! Source: document 1. Independent of money, except for the currency of a PIN. Secrets are neither stored nor compared
//! here: the rules cover their form and the effect of attempts.

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
pub mod passkey;
pub mod password;
pub mod password_change;
pub mod phone;
pub mod pin;
pub mod place;
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
pub use passkey::{PasskeyLimit, PasskeyName};
pub use password::ResetPassword;
pub use password_change::PasswordChange;
pub use phone::{Phone, PhoneCode};
pub use pin::{PinChange, TransactionPin};
pub use profile::ProfileAbout;
pub use question::SecurityQuestion;
pub use register::Register;
