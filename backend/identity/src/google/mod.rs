//! Signing in with Google.
//!
//! Nothing is stored on the server during the redirect. State, nonce and PKCE verifier are derived from a cookie with
//! the server's key. A callback is therefore valid only in the browser that started the sign-in, and the URL does not
//! reveal the verifier.

mod account;
mod cookie;
mod store;

pub use cookie::AWAY_SECONDS;

use super::arrivals::{self, Way};
use super::sign_up::PASSWORD;
use crate::limits;
use ground::error::{ApiError, ErrorCode};
use ground::secret::{Secret, same_bytes, sha256_hex};
use providers::oidc::OidcError;
use service::access::users;
use service::app::AppState;
use service::http::Client;
use service::http::limits::count;
use service::letters::News;
use service::settings::tenants;

const EXCHANGE_LIFE_MS: i64 = 60 * 1_000;

/// The reason that a sign-in ended without a session. The sign-in page has a message for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotSignedIn {
    /// The user declined.
    Cancelled,
    /// It timed out, or was started in another browser.
    Expired,
    /// Google is unavailable, or its answer is invalid.
    Failed,
    /// The address has an account with another sign-in method.
    OwnMethod,
    /// Google does not vouch for the address.
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

/// The reason that there is no session: one to show to the user, or an internal failure.
pub enum Refused {
    Told(NotSignedIn),
    Error(ApiError),
}

impl<E: Into<ApiError>> From<E> for Refused {
    fn from(error: E) -> Self {
        Self::Error(error.into())
    }
}

/// The callback's query.
pub struct Returned<'a> {
    pub state: &'a str,
    pub code: Option<&'a str>,
    /// The provider's error code.
    pub error: Option<&'a str>,
    /// The issuer, if the provider sends it (RFC 9207).
    pub issuer: Option<&'a str>,
}

/// A started sign-in: the cookie, and the URL to redirect to.
pub struct Begun {
    pub cookie: Secret<String>,
    pub address: String,
}

/// Starts a sign-in.
///
/// # Errors
/// 503 if Google does not answer; 429.
pub async fn begin(
    app: &AppState,
    client: &Client,
    referrer: Option<&str>,
) -> Result<Begun, ApiError> {
    count(app, limits::ELSEWHERE_BY_ADDRESS, &client.limit_subject()).await?;
    if client.host.is_empty() {
        return Err(ApiError::new(
            ErrorCode::MalformedAddress,
            "The address cannot be read.",
        ));
    }
    let cookie = cookie::made(app, referrer);
    let origin = tenants::origin(app, client).await?;
    let asked = cookie::sign_in(&app.config.keys, &origin, &cookie);
    let address = app.ports.google.address(&asked).await;
    let address = address.map_err(|_| ApiError::unavailable())?;
    Ok(Begun {
        cookie: Secret::new(cookie),
        address,
    })
}

/// Handles the callback. Returns a code that only this browser can exchange for a session.
///
/// # Errors
/// See [`Refused`].
pub async fn come_back(
    app: &AppState,
    client: &Client,
    cookie: Option<&str>,
    returned: &Returned<'_>,
) -> Result<Secret<String>, Refused> {
    count(app, limits::ELSEWHERE_BY_ADDRESS, &client.limit_subject()).await?;
    let expired = Refused::Told(NotSignedIn::Expired);
    let Some(kept) = cookie.filter(|kept| cookie::is_fresh(app, kept)) else {
        return Err(expired);
    };
    let origin = tenants::origin(app, client).await?;
    let mut begun = app.config.keys.each();
    let asked = begun
        .find_map(|keys| {
            let asked = cookie::sign_in(&keys, &origin, kept);
            same_bytes(asked.state.as_bytes(), returned.state.as_bytes()).then_some(asked)
        })
        .ok_or(expired)?;
    let Some(code) = returned.code else {
        let cancelled = returned.error == Some("access_denied");
        return Err(Refused::Told(match cancelled {
            true => NotSignedIn::Cancelled,
            false => NotSignedIn::Failed,
        }));
    };
    let seen = app.ports.google.person(&asked, code, returned.issuer).await;
    let seen = seen.map_err(|_: OidcError| Refused::Told(NotSignedIn::Failed))?;
    let tenant = tenants::of_host(app, &client.host).await?;
    // A random password: a new account has none until its owner sets one.
    let password_hash = app.hasher.unset(PASSWORD).await?;

    let mut tx = app.db.begin().await?;
    let entered = account::enter(
        &mut tx,
        app,
        &tenant,
        &seen,
        &password_hash,
        cookie::referrer(kept).as_deref(),
    )
    .await?;
    let exchange_code = Secret::new(app.random.token());
    let code = store::ExchangeCode {
        code_hash: &sha256_hex(exchange_code.reveal().as_bytes()),
        browser_hash: &sha256_hex(kept.as_bytes()),
        user_id: &entered.user_id,
    };
    store::insert_exchange_code(&mut tx, &code, app.clock.now_ms() + EXCHANGE_LIFE_MS).await?;
    if let Some(owner) = &entered.newly_linked {
        service::letters::tell(&mut tx, app, owner, News::GoogleLinked).await?;
    }
    tx.commit().await?;
    Ok(exchange_code)
}

/// Exchanges the code for a session.
///
/// # Errors
/// 422 for a code that was used, is older than a minute, or belongs to another browser; 429.
pub async fn retrieve(
    app: &AppState,
    client: &Client,
    cookie: Option<&str>,
    code: &str,
) -> Result<arrivals::Arrival, ApiError> {
    count(app, limits::ELSEWHERE_BY_ADDRESS, &client.limit_subject()).await?;
    let not_good = || {
        ApiError::new(
            ErrorCode::ExchangeCodeSpent,
            "This sign-in has expired. Please begin again.",
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
        Some(user_id) => users::find(tx.connection(), &user_id).await?,
        None => None,
    };
    let user = user
        .filter(|user| user.tenant_id == tenant.id)
        .ok_or_else(not_good)?;
    let arrival = arrivals::begin(&mut tx, app, user, client, Way::Google).await?;
    arrival.commit(tx).await
}
