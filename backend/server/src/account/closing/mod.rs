//! Closing an account, and reopening it.
//!
//! The rule `account.closing` decides from facts that are read in the closing transaction: the user is locked, so none
//! of their payments, plans or sign-ins is in progress, and the empty wallets are closed first, so no money arrives in
//! them.

mod facts;
mod routes;

pub use routes::routes;

use community::clusters::joining;
use domain_core::identity::closing::{Closing, closing};
use domain_core::validation::Code;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use identity::reauthentication::{self, Proof};
use identity::sessions;
use money::ledger;
use serde::Serialize;
use serde_json::json;
use service::access::users::{self, User};
use service::access::{Session, audit};
use service::app::AppState;
use service::letters::{self, News};
use service::push::{held, telegram};
use signals::exchange;
use utoipa::ToSchema;
use wallet::mandates;

/// The message after closing.
pub const CLOSED: &str = "Your account is closed.";
const PROOF_REQUIRED: &str =
    "Enter your password to close the account. If you have none, sign in again with a code first.";

/// Whether the account can be closed, and what follows.
#[derive(Debug, Serialize, ToSchema)]
pub struct ClosingAnswer {
    allowed: bool,
    obstacles: Vec<ObstacleAnswer>,
    /// Sentences.
    consequences: Vec<String>,
    /// Whether the user can confirm with a password.
    has_password: bool,
}

/// An obstacle to settle first.
#[derive(Debug, Serialize, ToSchema)]
pub struct ObstacleAnswer {
    /// `payment`, `balance`, `savings`, `loan` or `coins`.
    kind: &'static str,
    message: String,
    /// The page where it can be settled.
    page: &'static str,
}

impl ClosingAnswer {
    fn new(closing: Closing, user: &User) -> Self {
        let obstacle = |one: domain_core::identity::closing::Obstacle| ObstacleAnswer {
            kind: one.kind.as_str(),
            message: one.message,
            page: one.page,
        };
        Self {
            allowed: closing.allowed,
            obstacles: closing.obstacles.into_iter().map(obstacle).collect(),
            consequences: closing.consequences,
            has_password: user.has_password(),
        }
    }
}

/// The actor who closes an account.
enum By<'a> {
    Owner(&'a Session, &'a Proof),
    /// The operator of this name.
    Operator(&'a str),
}

/// The obstacles to closing the account, and the consequences.
///
/// # Errors
/// The database failed.
pub async fn look(app: &AppState, session: &Session) -> Result<ClosingAnswer, ApiError> {
    let user = users::of_session(app, session).await?;
    let mut connection = app.db.read().await?;
    let judged = judge(app, &mut connection, &user).await?;
    Ok(ClosingAnswer::new(judged, &user))
}

/// Closes the account of the session's user.
///
/// # Errors
/// 403 without a password or a fresh code; 409 while obstacles remain; 422 for a wrong password.
pub async fn close(
    app: &AppState,
    session: &Session,
    password: Option<&str>,
) -> Result<(), ApiError> {
    let user = users::of_session(app, session).await?;
    let proof = reauthentication::prove(app, session, password, PROOF_REQUIRED).await?;
    close_by(app, &user, By::Owner(session, &proof)).await
}

/// Closes an account at its owner's request to the operator.
///
/// # Errors
/// 409 while obstacles remain; 422 if it is closed; the database failed.
pub async fn close_for(app: &AppState, user: &User, by: &str) -> Result<(), ApiError> {
    close_by(app, user, By::Operator(by)).await
}

async fn close_by(app: &AppState, user: &User, by: By<'_>) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if let By::Owner(session, proof) = by {
        proof.expect_standing(&mut tx, session).await?;
        session.expect_open(&mut tx).await?;
    }
    if !users::close(&mut tx, &user.id, now_ms).await? {
        return Err(state("The account is closed already."));
    }
    users::lock_settings(&mut tx, &user.id, now_ms).await?;
    ledger::close_empty(&mut tx, &user.id, now_ms).await?;
    let current = users::find(tx.connection(), &user.id).await?;
    let current = current.ok_or_else(ApiError::not_found)?;
    let judged = judge(app, tx.connection(), &current).await?;
    if !judged.allowed {
        return Err(not_empty(judged, &current));
    }
    end_everything(&mut tx, app, &current).await?;
    let detail = match by {
        By::Owner(..) => json!({}),
        By::Operator(name) => json!({ "by": name }),
    };
    audit::append(&mut tx, app, &user.id, "account_closed", &detail).await?;
    Ok(tx.commit().await?)
}

fn state(words: &'static str) -> ApiError {
    ApiError::refused_field("account", Code::NotAllowed, words)
}

async fn judge(
    app: &AppState,
    connection: &mut sqlx::AnyConnection,
    user: &User,
) -> Result<Closing, ApiError> {
    let input = facts::read(connection, user, app.clock.now_ms()).await?;
    closing(&input).map_err(|refused| ApiError::internal(format!("{refused:?}")))
}

fn not_empty(judged: Closing, user: &User) -> ApiError {
    let words: Vec<&str> = judged
        .obstacles
        .iter()
        .map(|one| one.message.as_str())
        .collect();
    let error = ApiError::new(ErrorCode::AccountNotEmpty, words.join(" "));
    error.with_data(json!(ClosingAnswer::new(judged, user)))
}

async fn end_everything(tx: &mut Tx, app: &AppState, user: &User) -> Result<(), ApiError> {
    joining::leave_all(tx, app, user).await?;
    mandates::cancel_all(tx, app, &user.id).await?;
    exchange::forget(tx, app, &user.id).await?;
    telegram::forget(tx, &user.id).await?;
    held::forget(tx, &user.id).await?;
    sessions::end_all(tx, app, &user.id, "account_closed").await?;
    letters::tell(tx, app, user, News::AccountClosed).await
}

/// Reopens a closed account. The user is notified, and signs in as before.
///
/// # Errors
/// 422 if it is open; the database failed.
pub async fn reopen(app: &AppState, user: &User, by: &str) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    if !users::reopen(&mut tx, &user.id).await? {
        return Err(state("The account is open."));
    }
    ledger::reopen(&mut tx, &user.id).await?;
    letters::tell(&mut tx, app, user, News::AccountReopened).await?;
    let detail = json!({ "by": by });
    audit::append(&mut tx, app, &user.id, "account_reopened", &detail).await?;
    Ok(tx.commit().await?)
}
