//! Response bodies of this area.

use super::sessions::Tokens;
use domain_core::calendar::Date;
use domain_core::community::reward::points;
use domain_core::identity::profile::PROVEN_FIELDS;
use domain_core::identity::roles::{Permission, Role};
use domain_core::identity::session::INACTIVE_MS;
use ground::clock::rfc3339;
use serde::Serialize;
use service::access::users::{Profile, User};
use utoipa::ToSchema;

/// The signed-in user.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = User)]
pub struct UserAnswer {
    id: String,
    /// Equals `id`.
    uuid: String,
    name: String,
    email: String,
    phone: String,
    restricted: bool,
    /// Whether a password is set; the first one is set with a code.
    has_password: bool,
    profile: ProfileAnswer,
    meta: Meta,
    roles: Vec<RoleAnswer>,
    /// The uuids of the user's clusters, in the order of joining.
    clusters: Vec<String>,
    settings: Settings,
}

/// A role of the user.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Role)]
pub struct RoleAnswer {
    name: String,
    permissions: Vec<PermissionAnswer>,
}

/// A permission of a role.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Permission)]
pub struct PermissionAnswer {
    name: String,
}

impl RoleAnswer {
    fn of(role: &Role) -> Self {
        let permission = |permission: &Permission| PermissionAnswer {
            name: permission.name.clone(),
        };
        Self {
            name: role.name.clone(),
            permissions: role.permissions.iter().map(permission).collect(),
        }
    }
}

/// Facts about the user that decide which screens are open.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Meta {
    is_verified: bool,
    /// Whether the phone number was confirmed by a code.
    phone_verified: bool,
    /// Whether the user's identity was verified with a BVN or NIN.
    identity_verified: bool,
    pending_addr_verification: bool,
    /// The number of friends who earned the user a bonus.
    points: i64,
    /// The end of the paid period of trade signals.
    #[schema(required)]
    sub: Option<String>,
    /// The buying rate of the base currency, in units for one US dollar.
    #[schema(required)]
    buy_rate: Option<String>,
}

/// The user's settings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Settings {
    base_currency: String,
    referrer_code: String,
    #[schema(required)]
    address_verified_at: Option<String>,
    #[schema(required)]
    liveness_verified_at: Option<String>,
    /// The last day of a pending address verification: `YYYY-MM-DD`.
    #[schema(required)]
    address_pending_until: Option<String>,
    /// This session's push subscription as JSON text, `{"endpoint"}`; its keys are never returned.
    #[schema(required)]
    fcm_token: Option<String>,
}

/// The profile; missing values are null.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Profile)]
pub struct ProfileAnswer {
    #[schema(required)]
    first_name: Option<String>,
    #[schema(required)]
    last_name: Option<String>,
    /// `male` or `female`.
    #[schema(required)]
    gender: Option<String>,
    /// `dd-MM-yyyy`.
    #[schema(required)]
    dob: Option<String>,
    #[schema(required)]
    image: Option<String>,
    #[schema(required)]
    about: Option<String>,
    #[schema(required)]
    phone: Option<String>,
    #[schema(required)]
    address: Option<String>,
    #[schema(required)]
    landmark: Option<String>,
    #[schema(required)]
    lga: Option<String>,
    #[schema(required)]
    city: Option<String>,
    #[schema(required)]
    state: Option<String>,
    #[schema(required)]
    postal_code: Option<String>,
    #[schema(required)]
    country: Option<String>,
    #[schema(required)]
    latitude: Option<String>,
    #[schema(required)]
    longitude: Option<String>,
    /// Fields that were verified with the identity and can no longer be changed.
    proven: Vec<&'static str>,
}

impl UserAnswer {
    /// The facts as of a day in Lagos.
    pub fn on(today: Date, user: &User) -> Self {
        Self {
            id: user.id.clone(),
            uuid: user.id.clone(),
            name: user.name.clone(),
            email: user.email.clone(),
            phone: user.phone.clone(),
            restricted: user.restricted,
            has_password: user.has_password(),
            profile: ProfileAnswer::of(user),
            meta: Meta {
                is_verified: user.verified_at_ms.is_some(),
                phone_verified: user.phone_verified_at_ms.is_some(),
                identity_verified: user.known.identity_verified,
                pending_addr_verification: user.known.address_is_pending(today),
                points: points(user.rewarded_friends),
                sub: user.known.alerts_until_ms.map(rfc3339),
                buy_rate: user.base_buy_rate.clone(),
            },
            roles: user.roles.iter().map(RoleAnswer::of).collect(),
            clusters: user.clusters.clone(),
            settings: user.into(),
        }
    }
}

impl From<&User> for Settings {
    fn from(user: &User) -> Self {
        Self {
            base_currency: user.base_currency.clone(),
            referrer_code: user.referrer_code.clone(),
            address_verified_at: user.known.address_verified_at_ms.map(rfc3339),
            liveness_verified_at: user.known.liveness_verified_at_ms.map(rfc3339),
            address_pending_until: user.known.address_pending_until.clone(),
            fcm_token: user.known.fcm_token.clone(),
        }
    }
}

impl ProfileAnswer {
    pub fn of(user: &User) -> Self {
        let Profile {
            first_name,
            last_name,
            gender,
            dob,
            image,
            about,
            address,
            landmark,
            lga,
            city,
            state,
            postal_code,
            country,
            latitude,
            longitude,
        } = user.profile.clone();
        let phone = Some(user.phone.clone()).filter(|phone| !phone.is_empty());
        let proven = if user.known.identity_verified {
            PROVEN_FIELDS.to_vec()
        } else {
            Vec::new()
        };
        Self {
            first_name,
            last_name,
            gender,
            dob,
            image,
            about,
            phone,
            address,
            landmark,
            lga,
            city,
            state,
            postal_code,
            country,
            latitude,
            longitude,
            proven,
        }
    }
}

/// A session: the user and the bearer token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Session)]
pub struct SessionAnswer {
    #[serde(flatten)]
    user: UserAnswer,
    /// Valid for five minutes; keep it in memory only.
    access_token: String,
    /// Equals `access_token`.
    token: String,
    token_expires_at: String,
    /// The score of the onboarding questionnaire; null before the first answer.
    #[schema(required)]
    scores: Option<i64>,
    /// When the session ends without further activity.
    idle_at: String,
}

impl SessionAnswer {
    pub fn new(today: Date, user: &User, tokens: &Tokens) -> Self {
        Self {
            user: UserAnswer::on(today, user),
            access_token: tokens.access.reveal().clone(),
            token: tokens.access.reveal().clone(),
            token_expires_at: rfc3339(tokens.access_expires_at_ms),
            scores: tokens.scores,
            idle_at: idle_at(tokens.last_active_at_ms),
        }
    }
}

/// The end of a session last used at this time.
pub fn idle_at(last_active_at_ms: i64) -> String {
    rfc3339(last_active_at_ms.saturating_add(INACTIVE_MS))
}

/// A code has to be entered next.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeNext {
    /// `otp`
    next: &'static str,
    /// The purpose of the code page.
    page: &'static str,
    email: String,
    /// Seconds until another code can be requested.
    resend_seconds: i64,
    expires_at: String,
}

impl CodeNext {
    pub fn new(page: &'static str, email: &str, resend_seconds: i64, expires_at_ms: i64) -> Self {
        Self {
            next: "otp",
            page,
            email: email.into(),
            resend_seconds,
            expires_at: rfc3339(expires_at_ms),
        }
    }
}

/// A code was sent to the phone registered with the national number, if there is one.
#[derive(Debug, Serialize, ToSchema)]
pub struct NumberCode {
    /// `otp`
    pub next: &'static str,
    /// The purpose of the code page.
    pub page: &'static str,
    pub code_sent: bool,
    /// Seconds until another code can be requested.
    pub resend_seconds: i64,
    pub expires_at: String,
}

/// A code was sent to the phone registered with a national number.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProofCode {
    /// `otp`
    pub next: &'static str,
    pub code_sent: bool,
    /// Masked except for its ends.
    #[schema(example = "080••••••67")]
    pub phone: String,
    /// Seconds until another code can be requested.
    pub resend_seconds: i64,
    pub expires_at: String,
}

/// The status of an identity check.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum IdentityCheck {
    CodeSent(ProofCode),
    Proven(Box<UserAnswer>),
}

/// A code was requested.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeSent {
    pub code_sent: bool,
    pub resend_seconds: i64,
    pub expires_at: String,
}

/// A code was sent to a phone number.
#[derive(Debug, Serialize, ToSchema)]
pub struct PhoneCodeSent {
    #[serde(flatten)]
    pub sent: CodeSent,
    /// As it will be stored: `08031234567` in Nigeria, `+233241234567` elsewhere.
    pub phone: String,
}

/// The code is correct.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeValid {
    pub valid: bool,
    /// The account owner's name, which must not be part of the new password.
    pub name: String,
}

/// The session continues.
#[derive(Debug, Serialize, ToSchema)]
pub struct IdleAt {
    pub idle_at: String,
}
