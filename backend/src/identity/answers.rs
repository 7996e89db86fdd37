//! What the calls of this area answer.

use crate::access::users::{Profile, User};
use crate::clock::rfc3339;
use domain_core::community::reward::points;
use domain_core::identity::profile::PROVEN_FIELDS;
use domain_core::identity::roles::{Permission, Role};
use domain_core::identity::session::INACTIVE_MS;
use serde::Serialize;
use utoipa::ToSchema;

/// The signed-in person.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = User)]
pub struct UserAnswer {
    id: String,
    /// The same as `id`.
    uuid: String,
    name: String,
    email: String,
    phone: String,
    restricted: bool,
    /// Whether a password was set: without one there is none to change, and the first is set by code.
    has_password: bool,
    profile: ProfileAnswer,
    meta: Meta,
    roles: Vec<RoleAnswer>,
    clusters: Vec<String>,
    settings: Settings,
}

/// A role that the person carries.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Role)]
pub struct RoleAnswer {
    name: String,
    permissions: Vec<PermissionAnswer>,
}

/// Something that a role allows.
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

/// Facts about the person that screens are opened by.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Meta {
    is_verified: bool,
    /// Whether a BVN or NIN was proven to be theirs.
    identity_verified: bool,
    pending_addr_verification: bool,
    /// One for each friend that earned a bonus.
    points: i64,
    #[schema(required)]
    sub: Option<String>,
    #[schema(required)]
    buy_rate: Option<String>,
}

/// The person's settings.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Settings {
    base_currency: String,
    referrer_code: String,
    #[schema(required)]
    address_verified_at: Option<String>,
    #[schema(required)]
    liveness_verified_at: Option<String>,
    /// Until when a verification of the address is under way: `YYYY-MM-DD`.
    #[schema(required)]
    address_pending_until: Option<String>,
    /// This session's browser as JSON text, `{"endpoint"}`; its keys are not told.
    #[schema(required)]
    fcm_token: Option<String>,
}

/// The profile; what was not given is null.
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
    /// Fields that the identity was proven by: they stay as they are.
    proven: Vec<&'static str>,
}

impl UserAnswer {
    /// As told on a day in Lagos.
    pub fn on(today: &str, user: &User) -> Self {
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
                identity_verified: user.known.identity_verified,
                pending_addr_verification: user.known.address_is_pending(today),
                points: points(user.rewarded_friends),
                sub: None,
                buy_rate: None,
            },
            roles: user.roles.iter().map(RoleAnswer::of).collect(),
            clusters: Vec::new(),
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

/// A session: the person, and the bearer token.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Session)]
pub struct SessionAnswer {
    #[serde(flatten)]
    user: UserAnswer,
    /// Good for five minutes; to be kept in memory.
    access_token: String,
    /// The same as `access_token`.
    token: String,
    token_expires_at: String,
    /// When the session ends unless the person does something.
    idle_at: String,
}

impl SessionAnswer {
    pub fn new(
        today: &str,
        user: &User,
        access_token: &str,
        token_expires_at_ms: i64,
        last_active_at_ms: i64,
    ) -> Self {
        Self {
            user: UserAnswer::on(today, user),
            access_token: access_token.into(),
            token: access_token.into(),
            token_expires_at: rfc3339(token_expires_at_ms),
            idle_at: idle_at(last_active_at_ms),
        }
    }
}

/// When a session ends that was last used then.
pub fn idle_at(last_active_at_ms: i64) -> String {
    rfc3339(last_active_at_ms.saturating_add(INACTIVE_MS))
}

/// A code is to be entered next.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeNext {
    /// `otp`
    next: &'static str,
    /// What the code page is opened for.
    page: &'static str,
    email: String,
    /// How long to wait before another code may be asked for.
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

/// A code is on its way to the phone that a national number is known by, if it is.
#[derive(Debug, Serialize, ToSchema)]
pub struct NumberCode {
    /// `otp`
    pub next: &'static str,
    /// What the code page is opened for.
    pub page: &'static str,
    pub code_sent: bool,
    /// How long to wait before another code may be asked for.
    pub resend_seconds: i64,
    pub expires_at: String,
}

/// A code is on its way to the phone that a national number is registered with.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProofCode {
    /// `otp`
    pub next: &'static str,
    pub code_sent: bool,
    /// All but its ends hidden.
    #[schema(example = "080••••••67")]
    pub phone: String,
    /// How long to wait before another code may be asked for.
    pub resend_seconds: i64,
    pub expires_at: String,
}

/// How far a check of the identity is.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub enum IdentityCheck {
    CodeSent(ProofCode),
    Proven(Box<UserAnswer>),
}

/// A code was asked for.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeSent {
    pub code_sent: bool,
    pub resend_seconds: i64,
    pub expires_at: String,
}

/// The code is right.
#[derive(Debug, Serialize, ToSchema)]
pub struct CodeValid {
    pub valid: bool,
    /// Whose account it is: no good part of the new password.
    pub name: String,
}

/// The session goes on.
#[derive(Debug, Serialize, ToSchema)]
pub struct IdleAt {
    pub idle_at: String,
}
