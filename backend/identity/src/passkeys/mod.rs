//! Passkeys (WebAuthn): a key that an authenticator holds for one host, and uses only after it has verified its user by
//! fingerprint, face or screen lock.
//!
//! Architecture invariant: every challenge is drawn or derived by the server, kept with its purpose, host and session, and
//! used up by the first response to it, accepted or not. A payment's challenge is derived from the payment, so that the
//! signature is for what was shown. A passkey counts only at the host and brand that it was added at.

mod adding;
mod answers;
mod challenges;
mod limit;
mod list;
mod new_password;
mod paying;
mod proving;
mod relying_party;
mod removing;
mod signing_in;
mod store;

pub use adding::{add, start_adding};
pub use answers::{PasskeyEntry, Passkeys, PublicKeyOptions, Started};
pub use limit::{forget as forget_limit, set as set_limit};
pub use list::{all, rename};
pub use new_password::set_password;
pub use paying::{authorise, start_paying};
pub use proving::{prove, start_proving};
pub use relying_party::{Added, Signed};
pub use removing::{forget_all, remove};
pub use signing_in::{sign_in, start_signing_in};
