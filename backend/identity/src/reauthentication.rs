//! Reauthentication: the session is still used by its owner, proven by the password, or by a code or a passkey used just
//! now.

use super::passwords;
use super::profile;
use super::sessions;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use service::access::Session;
use service::access::session::started_at_ms;
use service::access::users::{self, User};
use service::app::AppState;

/// The time for which an entered code, a used passkey or a sign-in counts as fresh.
const IS_FRESH_MS: i64 = 10 * 60 * 1_000;

/// The proof. It must still hold in the transaction that relies on it: [`Proof::expect_standing`].
pub enum Proof {
    Password(Box<User>),
    /// A code was entered, or the session begun, within the last minutes.
    Fresh,
    /// A passkey was used within the last minutes.
    Passkey,
}

const PASSKEY_GONE: &str = "A passkey was removed meanwhile. Enter your password.";

impl Proof {
    /// Checks that the compared password is still current, or that no passkey was removed; locks the user until the
    /// transaction ends.
    ///
    /// # Errors
    /// 422 if the password was replaced, 401 if that ended the session; 403 if a passkey was removed; the database
    /// failed.
    pub async fn expect_standing(&self, tx: &mut Tx, session: &Session) -> Result<(), ApiError> {
        match self {
            Self::Password(user) => {
                passwords::expect_compared(tx, session, user, "password", None).await
            }
            Self::Fresh => Ok(users::lock(tx, &session.user_id).await?),
            Self::Passkey => {
                users::lock(tx, &session.user_id).await?;
                let used = sessions::passkey_used_at_ms(tx, session).await?;
                used.map(|_| ())
                    .ok_or_else(|| ApiError::new(ErrorCode::ReauthenticationRequired, PASSKEY_GONE))
            }
        }
    }
}

/// The proof, from a fresh code or passkey, or the given password. `required` is the message if there is neither.
///
/// # Errors
/// 403 `reauthentication_required`; 422 for a wrong password; 429.
pub async fn prove(
    app: &AppState,
    session: &Session,
    password: Option<&str>,
    required: &'static str,
) -> Result<Proof, ApiError> {
    if is_fresh(app, session.code_entered_at_ms) {
        return Ok(Proof::Fresh);
    }
    if is_fresh(app, session.passkey_used_at_ms) {
        return Ok(Proof::Passkey);
    }
    let password = password
        .filter(|password| !password.is_empty())
        .ok_or_else(|| ApiError::new(ErrorCode::ReauthenticationRequired, required))?;
    let user = profile::user(app, session).await?;
    if passwords::is_right(app, &user, password).await? {
        return Ok(Proof::Password(Box::new(user)));
    }
    Err(passwords::wrong("password"))
}

/// As [`prove`]; a sign-in within the last minutes is a proof too, whatever it was with.
///
/// # Errors
/// As [`prove`].
pub async fn prove_or_arrived(
    app: &AppState,
    session: &Session,
    password: Option<&str>,
    required: &'static str,
) -> Result<Proof, ApiError> {
    let started_at_ms = started_at_ms(&mut *app.db.read().await?, &session.id).await?;
    if is_fresh(app, Some(started_at_ms)) {
        return Ok(Proof::Fresh);
    }
    prove(app, session, password, required).await
}

/// The proof that a passkey was used within the last minutes.
///
/// # Errors
/// 403 `reauthentication_required`, with the message.
pub fn by_passkey(
    app: &AppState,
    session: &Session,
    required: &'static str,
) -> Result<Proof, ApiError> {
    match is_fresh(app, session.passkey_used_at_ms) {
        true => Ok(Proof::Passkey),
        false => Err(ApiError::new(ErrorCode::ReauthenticationRequired, required)),
    }
}

fn is_fresh(app: &AppState, at_ms: Option<i64>) -> bool {
    at_ms.is_some_and(|at_ms| app.clock.now_ms() - at_ms < IS_FRESH_MS)
}
