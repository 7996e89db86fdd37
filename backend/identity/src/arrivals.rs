//! Completes a sign-in: starts the session, and notifies the user of a new browser.

use super::alerts;
use super::browsers::coarse_name;
use super::sessions::{self, Factor, Tokens};
use axum::response::Response;
use domain_core::calendar::{Instant, day_and_time};
use domain_core::wallet::caution::Change;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::users::{self, User};
use service::access::{audit, cautions};
use service::app::AppState;
use service::http::Client;
use service::letters::{News, Seen};

/// Shown only to a user who has just proven that the account is theirs.
const CLOSED: &str = "This account is closed. Contact support if you want it reopened.";

/// How the user signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// With the code sent to a new account's address.
    SignUp,
    Password,
    /// With a BVN or NIN and a code sent to its phone.
    Number,
    Google,
    Passkey,
}

impl Way {
    const fn words(self) -> &'static str {
        match self {
            Self::SignUp => "with a code to your email address",
            Self::Password => "with your password",
            Self::Number => "with a code to the phone of your BVN or NIN",
            Self::Google => "with Google",
            Self::Passkey => "with a passkey",
        }
    }

    const fn factor(self) -> Factor {
        match self {
            Self::SignUp | Self::Number => Factor::Code,
            Self::Passkey => Factor::Passkey,
            Self::Password | Self::Google => Factor::None,
        }
    }
}

/// A sign-in.
pub struct Arrival {
    pub user: User,
    pub tokens: Tokens,
}

/// Starts a session.
///
/// # Errors
/// 403 if the account is closed; the database failed.
pub async fn begin(
    tx: &mut Tx,
    app: &AppState,
    user: User,
    client: &Client,
    way: Way,
) -> Result<Arrival, ApiError> {
    begin_with(tx, app, user, client, way, way.factor()).await
}

/// Starts a session after a password and a code.
///
/// # Errors
/// 403 if the account is closed; the database failed.
pub async fn begin_with(
    tx: &mut Tx,
    app: &AppState,
    user: User,
    client: &Client,
    way: Way,
    factor: Factor,
) -> Result<Arrival, ApiError> {
    if !users::hold_open(tx, &user.id).await? {
        return Err(ApiError::new(ErrorCode::AccountClosed, CLOSED));
    }
    let is_first = !sessions::any(tx, &user.id).await?;
    let tokens = sessions::start(tx, app, &user, client, factor).await?;
    if tokens.new_browser.is_some() && !is_first {
        tell_owner(tx, app, &user, client, way).await?;
    }
    Ok(Arrival { user, tokens })
}

async fn tell_owner(
    tx: &mut Tx,
    app: &AppState,
    user: &User,
    client: &Client,
    way: Way,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let seen = Seen {
        at: [&day_and_time(Instant(now_ms)), " Lagos time (UTC+1)"].concat(),
        way: way.words(),
        browser: coarse_name(&client.user_agent),
    };
    cautions::begin(tx, &user.id, Change::NewDevice, now_ms).await?;
    alerts::new_device(tx, app, &user.id, &seen).await?;
    let detail = json!({ "way": seen.way, "browser": seen.browser });
    audit::append(tx, app, &user.id, "new_device", &detail).await?;
    service::letters::tell(tx, app, user, News::NewDevice(&seen)).await
}

impl Arrival {
    /// Commits the transaction that it was prepared in.
    ///
    /// # Errors
    /// The database failed.
    pub async fn commit(self, tx: Tx) -> Result<Self, ApiError> {
        tx.commit().await?;
        Ok(self)
    }

    /// The response to every kind of sign-in.
    pub fn answer(&self, app: &AppState) -> Response {
        sessions::answer(app, &self.user, &self.tokens)
    }
}
