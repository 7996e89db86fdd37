//! User accounts: one for each address and tenant.

pub mod address;
mod closed;
pub mod sign_ups;
mod store;
mod verification;
mod version;

pub use closed::{close, hold_open, reopen};
pub use store::{
    FirstEmail, NewUser, change_email, confirm_password, confirm_phone, find, find_by_email,
    hashed_otherwise, insert, lock, lock_settings, lock_settings_in, mark_seen_alive,
    mark_verified, replace_unverified, save_about, save_address, save_location, set_first_email,
    set_image, set_name, set_password, set_restricted, since_ms, with_referrer_code,
};
pub use verification::{
    address_verifications_due, end_address_verification, set_address_verification,
};
pub use version::{raise_version, version_reads};

use crate::access::Session;
use crate::app::AppState;
use domain_core::calendar::Date;
use domain_core::identity::address::is_pending;
use domain_core::identity::roles::Role;
use ground::error::ApiError;

/// A user, as stored.
#[derive(Debug, Clone)]
pub struct User {
    pub id: String,
    pub tenant_id: String,
    /// Trimmed and in lower case; blank for a user without one.
    pub email: String,
    pub name: String,
    /// As stored: `08031234567` in Nigeria, `+233241234567` elsewhere.
    pub phone: String,
    /// The time at which it was confirmed by a code.
    pub phone_verified_at_ms: Option<i64>,
    pub password_hash: String,
    pub referrer_code: String,
    /// The referrer code used at sign-up.
    pub referred_by: Option<String>,
    /// The number of friends who earned them a bonus.
    pub rewarded_friends: i64,
    pub base_currency: String,
    /// The buying rate of the base currency, in units for one US dollar.
    pub base_buy_rate: Option<String>,
    pub restricted: bool,
    /// The time at which the address was proven.
    pub verified_at_ms: Option<i64>,
    /// The time at which the account was closed.
    pub closed_at_ms: Option<i64>,
    pub profile: Profile,
    pub known: Known,
    /// The clusters that the user has joined, in the order of joining.
    pub clusters: Vec<String>,
    pub roles: Vec<Role>,
}

/// Verified facts about a user.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Whether a national number was verified.
    pub identity_verified: bool,
    pub address_verified_at_ms: Option<i64>,
    /// `YYYY-MM-DD` in Lagos.
    pub address_pending_until: Option<String>,
    pub liveness_verified_at_ms: Option<i64>,
    /// The push subscription of the calling session, without its keys, if there is a session.
    pub fcm_token: Option<String>,
    /// The end of the paid period of trade signals.
    pub alerts_until_ms: Option<i64>,
}

/// The user's own details.
#[derive(Debug, Clone, Default)]
pub struct Profile {
    pub first_name: Option<String>,
    pub last_name: Option<String>,
    pub gender: Option<String>,
    /// `dd-MM-yyyy`.
    pub dob: Option<String>,
    pub image: Option<String>,
    pub about: Option<String>,
    pub address: Option<String>,
    pub landmark: Option<String>,
    pub lga: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub postal_code: Option<String>,
    pub country: Option<String>,
    pub latitude: Option<String>,
    pub longitude: Option<String>,
}

impl User {
    /// Whether a password is set. Accounts opened with a national number, with Google or by an agent have none at
    /// first.
    pub fn has_password(&self) -> bool {
        ground::hasher::is_set(&self.password_hash)
    }

    /// Whether other members can find the user: the account is proven, and not closed.
    pub const fn is_member(&self) -> bool {
        self.verified_at_ms.is_some() && self.closed_at_ms.is_none()
    }
}

impl Known {
    /// Whether an address verification is pending on a day in Lagos.
    pub fn address_is_pending(&self, today: Date) -> bool {
        let until = self.address_pending_until.as_deref();
        let until = until.and_then(Date::parse);
        self.address_verified_at_ms.is_none() && is_pending(until, today)
    }
}

/// The session's user.
///
/// # Errors
/// 401 if the user no longer exists.
pub async fn of_session(app: &AppState, session: &Session) -> Result<User, ApiError> {
    let user = find(&mut *app.db.read().await?, &session.user_id).await?;
    user.ok_or_else(ApiError::unauthenticated)
}

/// The prefix of the placeholder for a missing address: no address begins with it.
const NO_EMAIL: char = '-';

/// The placeholder for a user without an address.
pub fn no_email(user_id: &str) -> String {
    format!("{NO_EMAIL}{user_id}")
}

/// The canonical form of an address: compared without case and surrounding spaces.
pub fn plain_email(email: &str) -> String {
    email.trim().to_lowercase()
}
