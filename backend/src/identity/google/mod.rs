//! Signing in with Google: there and back again.
//!
//! Nothing is stored while the person is away. The browser keeps a cookie; state, nonce and the verifier of PKCE are
//! computed from it with the server's key. What comes back therefore counts only in the browser that went, and nobody
//! who sees the address bar learns the verifier.

mod store;

use super::arrivals::{self, Way};
use super::sign_up::{PASSWORD, name_of, referrer_code};
use super::users::sign_ups::SignUp;
use super::users::store::NewUser;
use super::users::{self, Profile, User};
use super::{audit, letters};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::http::{Client, limits};
use crate::outbound::oidc::sandbox::RETURN_PATH;
use crate::outbound::oidc::{OidcError, SeenPerson, SignIn};
use crate::secret::{Secret, same_bytes, sha256_hex};
use crate::settings::tenants::{self, Tenant};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain_core::community::reward::plain_code;
use domain_core::identity::google::{GoogleStep, KnownAs, ProvenAddress, step};
use serde_json::json;

/// How long a person may be away.
pub const AWAY_SECONDS: i64 = 10 * 60;
const EXCHANGE_LIFE_MS: i64 = 60 * 1_000;
const LONGEST_REFERRER_BYTES: usize = 32;

/// Why the person comes back without a session. The sign-in page has words for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotSignedIn {
    /// The person said no.
    Cancelled,
    /// It took too long, or began in another browser.
    Expired,
    /// Google is away, or its word was not good.
    Failed,
    /// The address has an account that is entered otherwise.
    OwnMethod,
    /// Nobody vouches for the address.
    Unproven,
}

impl NotSignedIn {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::Failed => "failed",
            Self::OwnMethod => "own_method",
            Self::Unproven => "unproven",
        }
    }
}

/// Why there is no session: something to tell the person, or a failure of ours.
pub enum Refused {
    Told(NotSignedIn),
    Error(ApiError),
}

impl<E: Into<ApiError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// What the browser brings back.
pub struct Returned<'a> {
    pub state: &'a str,
    pub code: Option<&'a str>,
    /// The provider's reason for giving no code.
    pub error: Option<&'a str>,
}

/// A sign-in that begins: what the browser keeps, and where it goes.
pub struct Begun {
    pub cookie: Secret<String>,
    pub address: String,
}

/// Begins a sign-in.
///
/// # Errors
/// 503 when Google does not answer; 429.
pub async fn begin(
    app: &AppState,
    client: &Client,
    referrer: Option<&str>,
) -> Result<Begun, ApiError> {
    limits::count(app, limits::ELSEWHERE_BY_ADDRESS, &client.limit_subject()).await?;
    if client.host.is_empty() {
        return Err(ApiError::bad_request(
            "malformed_address",
            "The address cannot be read.",
        ));
    }
    let referrer = referrer.filter(|code| is_referrer(code)).unwrap_or("");
    let cookie = [
        app.random.token().as_str(),
        &app.clock.now_ms().to_string(),
        referrer,
    ]
    .join(".");
    let asked = sign_in(app, client, &cookie);
    let address = app.ports.google.address(&asked).await;
    let address = address.map_err(|_| ApiError::unavailable())?;
    Ok(Begun {
        cookie: Secret::new(cookie),
        address,
    })
}

/// Both halves of a sign-in compute the same from what the browser keeps.
fn sign_in(app: &AppState, client: &Client, cookie: &str) -> SignIn {
    let part = |purpose: &str| URL_SAFE_NO_PAD.encode(app.config.keys.sign(purpose, &[cookie]));
    SignIn {
        redirect_uri: [client.origin.as_str(), RETURN_PATH].concat(),
        state: part("elsewhere-state"),
        nonce: part("elsewhere-nonce"),
        verifier: Secret::new(part("elsewhere-verifier")),
    }
}

/// The person is back. Answers with a code that this browser can exchange for a session.
///
/// # Errors
/// See [`Refused`].
pub async fn come_back(
    app: &AppState,
    client: &Client,
    cookie: Option<&str>,
    returned: &Returned<'_>,
) -> Result<Secret<String>, Refused> {
    limits::count(app, limits::ELSEWHERE_BY_ADDRESS, &client.limit_subject()).await?;
    let expired = Refused::Told(NotSignedIn::Expired);
    let Some(cookie) = cookie.filter(|cookie| is_fresh(app, cookie)) else {
        return Err(expired);
    };
    let asked = sign_in(app, client, cookie);
    if !same_bytes(asked.state.as_bytes(), returned.state.as_bytes()) {
        return Err(expired);
    }
    let Some(code) = returned.code else {
        let cancelled = returned.error == Some("access_denied");
        return Err(Refused::Told(match cancelled {
            true => NotSignedIn::Cancelled,
            false => NotSignedIn::Failed,
        }));
    };
    let seen = app.ports.google.person(&asked, code).await;
    let seen = seen.map_err(|_: OidcError| Refused::Told(NotSignedIn::Failed))?;
    let tenant = tenants::of_host(app, &client.host).await?;
    // Nobody knows it: an account that is opened now has no password until one is set.
    let password_hash = app.hasher.unset(PASSWORD).await?;

    let mut tx = app.db.begin().await?;
    let entered = enter(
        &mut tx,
        app,
        &tenant,
        &seen,
        &password_hash,
        referrer(cookie).as_deref(),
    )
    .await?;
    let exchange_code = Secret::new(app.random.token());
    let code = store::ExchangeCode {
        code_hash: &sha256_hex(exchange_code.reveal().as_bytes()),
        browser_hash: &sha256_hex(cookie.as_bytes()),
        user_id: &entered.user_id,
    };
    store::insert_exchange_code(&mut tx, &code, app.clock.now_ms() + EXCHANGE_LIFE_MS).await?;
    if let Some(owner) = &entered.newly_linked {
        letters::google_linked(&mut tx, app, &tenant, owner).await?;
    }
    tx.commit().await?;
    Ok(exchange_code)
}

/// Exchanges the code for a session.
///
/// # Errors
/// 422 for one that was used, is older than a minute, or was given to another browser; 429.
pub async fn retrieve(
    app: &AppState,
    client: &Client,
    cookie: Option<&str>,
    code: &str,
) -> Result<arrivals::Arrival, ApiError> {
    limits::count(app, limits::ELSEWHERE_BY_ADDRESS, &client.limit_subject()).await?;
    let not_good = || {
        ApiError::unprocessable(
            "exchange_code_spent",
            "This sign-in is over. Please begin again.",
        )
    };
    let cookie = cookie.ok_or_else(not_good)?;
    let tenant = tenants::of(app, client).await?;
    let mut tx = app.db.begin().await?;
    let user_id = store::take_exchange_code(
        &mut tx,
        &sha256_hex(code.as_bytes()),
        &sha256_hex(cookie.as_bytes()),
        app.clock.now_ms(),
    )
    .await?;
    let user = match user_id {
        Some(user_id) => users::store::find(tx.connection(), &user_id).await?,
        None => None,
    };
    let user = user
        .filter(|user| user.tenant_id == tenant.id)
        .ok_or_else(not_good)?;
    let arrival = arrivals::begin(&mut tx, app, user, client, Way::Google).await?;
    arrival.commit(tx).await
}

/// Whose account it is now.
struct Entered {
    user_id: String,
    /// Whoever has to be told that Google opens their account from now on.
    newly_linked: Option<User>,
}

async fn enter(
    tx: &mut Tx,
    app: &AppState,
    tenant: &Tenant,
    seen: &SeenPerson,
    password_hash: &str,
    referrer: Option<&str>,
) -> Result<Entered, Refused> {
    let linked = store::linked(tx.connection(), &tenant.id, &seen.subject).await?;
    let owner = users::store::find_by_email(tx.connection(), &tenant.id, &seen.email).await?;
    let known = match (&linked, &owner) {
        (Some(_), _) => KnownAs::Linked,
        (None, None) => KnownAs::Nobody,
        (None, Some(user)) if user.verified_at_ms.is_none() => KnownAs::Unproven,
        (None, Some(_)) => KnownAs::Owner,
    };
    let said = ProvenAddress {
        email: &seen.email,
        email_verified: seen.email_verified,
        hosted_domain: seen.hosted_domain.as_deref(),
    };
    let arrival = Arrival {
        app,
        tenant,
        seen,
        password_hash,
        referrer,
    };
    match (step(said, known), linked, owner) {
        (GoogleStep::SignIn, Some(user_id), _) => Ok(Entered {
            user_id,
            newly_linked: None,
        }),
        (GoogleStep::Link, _, Some(owner)) => {
            if !arrival.link(tx, &owner.id, "google_linked").await? {
                return Err(Refused::Told(NotSignedIn::OwnMethod));
            }
            Ok(Entered {
                user_id: owner.id.clone(),
                newly_linked: Some(owner),
            })
        }
        (GoogleStep::Register | GoogleStep::TakeOver, _, owner) => {
            let user_id = arrival.register(tx, owner).await?;
            Ok(Entered {
                user_id,
                newly_linked: None,
            })
        }
        (GoogleStep::UseOwnMethod, ..) => Err(Refused::Told(NotSignedIn::OwnMethod)),
        (GoogleStep::ProveAddress | GoogleStep::SignIn | GoogleStep::Link, ..) => {
            Err(Refused::Told(NotSignedIn::Unproven))
        }
    }
}

/// Somebody who arrives for the first time.
struct Arrival<'a> {
    app: &'a AppState,
    tenant: &'a Tenant,
    seen: &'a SeenPerson,
    password_hash: &'a str,
    referrer: Option<&'a str>,
}

impl Arrival<'_> {
    /// Opens an account, or takes over one that nobody proved. Answers whose it is.
    async fn register(&self, tx: &mut Tx, unproven: Option<User>) -> Result<String, Refused> {
        let now_ms = self.app.clock.now_ms();
        let fresh_id = self.app.random.id(now_ms);
        let new = NewUser {
            id: &fresh_id,
            tenant_id: &self.tenant.id,
            email: &self.seen.email,
            name: &self.name(),
            phone: "",
            password_hash: self.password_hash,
            referrer_code: &referrer_code(self.app),
            referred_by: self.referrer,
        };
        let user_id = match unproven {
            Some(user) => {
                let own = SignUp {
                    name: self.name(),
                    phone: String::new(),
                    password_hash: self.password_hash.into(),
                    referred_by: self.referrer.map(String::from),
                };
                users::store::replace_unverified(tx, &user.id, &own).await?;
                user.id
            }
            None => {
                users::store::insert(tx, &new, now_ms).await?;
                crate::wallet::accounts::open_for(tx, &fresh_id, now_ms).await?;
                fresh_id.clone()
            }
        };
        users::store::mark_verified(tx, &user_id, now_ms).await?;
        let profile = Profile {
            first_name: self.seen.given_name.clone(),
            last_name: self.seen.family_name.clone(),
            ..Profile::default()
        };
        users::store::save_about(tx, &user_id, &profile, now_ms).await?;
        match self.link(tx, &user_id, "registered").await? {
            true => Ok(user_id),
            false => Err(Refused::Told(NotSignedIn::OwnMethod)),
        }
    }

    /// Whether the account had no other person at Google.
    async fn link(
        &self,
        tx: &mut Tx,
        user_id: &str,
        event: &'static str,
    ) -> Result<bool, ApiError> {
        let now_ms = self.app.clock.now_ms();
        let new = store::link(tx, &self.tenant.id, &self.seen.subject, user_id, now_ms).await?;
        if new {
            audit::append(tx, self.app, user_id, event, &json!({ "by": "google" })).await?;
        }
        Ok(new)
    }

    fn name(&self) -> String {
        let names = [&self.seen.given_name, &self.seen.family_name];
        let names: Vec<&str> = names.into_iter().flatten().map(String::as_str).collect();
        if names.is_empty() {
            name_of(&self.seen.email).into()
        } else {
            names.join(" ")
        }
    }
}

/// The cookie's second part is when it was made.
fn is_fresh(app: &AppState, cookie: &str) -> bool {
    let made_at_ms = cookie.split('.').nth(1).and_then(|at| at.parse().ok());
    let away_ms = made_at_ms.map(|at: i64| app.clock.now_ms().saturating_sub(at));
    away_ms.is_some_and(|away_ms| (0..AWAY_SECONDS * 1_000).contains(&away_ms))
}

/// The cookie's third part is who recommended the app.
fn referrer(cookie: &str) -> Option<String> {
    let code = cookie.split('.').nth(2).filter(|code| is_referrer(code));
    code.and_then(plain_code)
}

/// A code that is safe in a cookie.
fn is_referrer(code: &str) -> bool {
    (1..=LONGEST_REFERRER_BYTES).contains(&code.len())
        && code.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
