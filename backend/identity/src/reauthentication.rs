//! Reauthentication: the session is still used by its owner, proven by the password or a code entered just now.

use super::passwords;
use super::profile;
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use service::access::Session;
use service::access::users::{self, User};
use service::app::AppState;

/// The time for which an entered code counts as fresh.
const CODE_IS_FRESH_MS: i64 = 10 * 60 * 1_000;

/// The proof. It must still hold in the transaction that relies on it: [`Proof::expect_standing`].
pub enum Proof {
    Password(Box<User>),
    /// A code was entered in this session within the last minutes.
    FreshCode,
}

impl Proof {
    /// Checks that the compared password is still current; locks the user until the transaction ends.
    ///
    /// # Errors
    /// 422 if the password was replaced, 401 if that ended the session; the database failed.
    pub async fn expect_standing(&self, tx: &mut Tx, session: &Session) -> Result<(), ApiError> {
        match self {
            Self::Password(user) => {
                passwords::expect_compared(tx, session, user, "password", None).await
            }
            Self::FreshCode => Ok(users::lock(tx, &session.user_id).await?),
        }
    }
}

/// The proof, from a fresh code or the given password. `required` is the message if there is neither.
///
/// # Errors
/// 403 `reauthentication_required`; 422 for a wrong password; 429.
pub async fn prove(
    app: &AppState,
    session: &Session,
    password: Option<&str>,
    required: &'static str,
) -> Result<Proof, ApiError> {
    let now_ms = app.clock.now_ms();
    if session
        .code_entered_at_ms
        .is_some_and(|at_ms| now_ms - at_ms < CODE_IS_FRESH_MS)
    {
        return Ok(Proof::FreshCode);
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
