//! One-time codes: six digits, ten minutes, five attempts, one use, bound to an address and a purpose.
//!
//! An unknown address gets the same row and response as a known one, but no code: no account enumeration.

mod store;

pub use store::lock;

use domain_core::calendar::Instant;
use domain_core::identity::otp::{CodeAction, ResendContext, ResendInput, resend};
use domain_core::validation::Code as Wrong;
use ground::db::{DbError, Tx};
use ground::error::ApiError;
use ground::secret::{Keys, Secret, hex, same_bytes};
use service::app::AppState;
use sqlx::AnyConnection;

const LIFE_MS: i64 = 10 * 60 * 1_000;
const MOST_ATTEMPTS: i64 = 5;
const MOST_AN_HOUR: i64 = 5;
const MOST_A_DAY: i64 = 10;
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;
/// The time for which an entered password remains valid for its code, resends included.
pub const PASSWORD_KEEPS_MS: i64 = 30 * 60 * 1_000;
/// A flow for [`Receiver::begins`].
pub const SIGN_UP: &str = "sign-up";
pub const SIGN_IN: &str = "sign-in";
const WRONG: &str = "That code isn't right or has expired. Send a new one?";

/// The purpose of a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Proves the address at sign-up.
    Validate,
    /// Completes a sign-in with a password.
    Login,
    /// Sets a new password.
    Reset,
    /// Signs in or up with a national number.
    Identity,
    /// Proves a phone number.
    Phone,
}

impl Purpose {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Validate => "validate",
            Self::Login => "otp-login",
            Self::Reset => "reset",
            Self::Identity => "identity",
            Self::Phone => "phone",
        }
    }

    /// The parameters of the wait before the next code.
    const fn resend_context(self) -> ResendContext {
        match self {
            Self::Phone => ResendContext::Phone,
            Self::Validate | Self::Login | Self::Reset | Self::Identity => ResendContext::Login,
        }
    }

    /// The purpose of codes requested on this page; `None` if they are not sent by email.
    pub const fn of(action: CodeAction) -> Option<Self> {
        match action {
            CodeAction::Validate => Some(Self::Validate),
            CodeAction::Login => Some(Self::Login),
            CodeAction::Reset => Some(Self::Reset),
            CodeAction::IdentityRegistration | CodeAction::IdentityAuth => None,
        }
    }
}

/// The scope of a code.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    pub tenant_id: &'a str,
    /// An email address, or a substitute where there is none. Rate limits count by it.
    pub to: &'a str,
    /// A value that must be presented with the code; blank for most purposes.
    pub bound_to: &'a str,
}

impl<'a> Target<'a> {
    pub const fn email(tenant_id: &'a str, email: &'a str) -> Self {
        Self {
            tenant_id,
            to: email,
            bound_to: "",
        }
    }
}

/// A new code.
#[derive(Debug)]
pub struct FreshCode {
    pub id: String,
    pub digits: Secret<String>,
    pub expires_at_ms: i64,
}

/// The result of requesting a code.
#[derive(Debug)]
pub struct Asked {
    /// The code to send, in the same transaction. `None` for an unknown address, or while one is pending.
    pub code: Option<FreshCode>,
    pub resend_seconds: i64,
    pub expires_at_ms: i64,
    /// Whether the request came too soon.
    pub waits: bool,
    /// Whether it replaces an unused code.
    pub again: bool,
}

/// The recipient of the code.
#[derive(Debug, Clone, Copy)]
pub struct Receiver<'a> {
    pub user_id: Option<&'a str>,
    /// False for an unknown address: no code is sent, but the response is the same.
    pub gets_one: bool,
    pub password_given_at_ms: Option<i64>,
    /// The flow that the code starts: [`SIGN_UP`], [`SIGN_IN`], or the id of the agent who opens the account. Only a
    /// code of the same flow delays the next one: a code of another flow may have been sent to an unknown address, or
    /// be of no use here. Blank for a resend: any code delays it. A resent code does not inherit the flow of the
    /// previous one: otherwise a later sign-up would be delayed only if an earlier one had happened, which would reveal
    /// it.
    pub begins: &'a str,
}

impl<'a> Receiver<'a> {
    /// The user, if there is one.
    pub const fn person(user_id: Option<&'a str>) -> Self {
        Self {
            user_id,
            gets_one: user_id.is_some(),
            password_given_at_ms: None,
            begins: "",
        }
    }
}

/// Creates a code; older ones for the same purpose become invalid.
///
/// # Errors
/// 429 after five in an hour or ten in a day.
pub async fn ask(
    tx: &mut Tx,
    app: &AppState,
    target: Target<'_>,
    purpose: Purpose,
    to: Receiver<'_>,
) -> Result<Asked, ApiError> {
    let now_ms = app.clock.now_ms();
    store::lock(tx, target, now_ms).await?;
    if let Some(waits) = waiting(tx.connection(), target, purpose, to.begins, now_ms).await? {
        return Ok(waits);
    }
    let again = store::last_sent(tx.connection(), target, purpose, "")
        .await?
        .is_some_and(|last| last.expires_at_ms > now_ms);
    within_limits(tx, app, target, now_ms).await?;
    let id = app.random.id(now_ms);
    let code = to.gets_one.then(|| app.random.six_digits());
    let code_hash = code
        .as_deref()
        .map(|code| hash(&app.config.keys, &id, purpose, target, code));
    let row = store::NewCode {
        id: &id,
        user_id: to.user_id,
        code_hash: code_hash.as_deref(),
        password_given_at_ms: to.password_given_at_ms,
        begins: to.begins,
    };
    store::replace(tx, target, purpose, &row, now_ms, now_ms + LIFE_MS).await?;
    let wait = resend(&ResendInput {
        context: purpose.resend_context(),
        sent_at: Instant(now_ms),
        now: Instant(now_ms),
        resend_seconds: None,
    });
    let expires_at_ms = now_ms + LIFE_MS;
    Ok(Asked {
        code: code.map(|digits| FreshCode {
            id,
            digits: Secret::new(digits),
            expires_at_ms,
        }),
        resend_seconds: wait.remaining_seconds,
        expires_at_ms,
        waits: false,
        again,
    })
}

/// The response of [`ask`] if it is too soon for another code, or `None`.
///
/// # Errors
/// The database failed.
pub async fn too_soon(
    app: &AppState,
    target: Target<'_>,
    purpose: Purpose,
) -> Result<Option<Asked>, ApiError> {
    let now_ms = app.clock.now_ms();
    Ok(waiting(&mut *app.db.read().await?, target, purpose, "", now_ms).await?)
}

async fn waiting(
    connection: &mut AnyConnection,
    target: Target<'_>,
    purpose: Purpose,
    begins: &str,
    now_ms: i64,
) -> Result<Option<Asked>, DbError> {
    let last = store::last_sent(connection, target, purpose, begins).await?;
    Ok(last.and_then(|last| {
        let wait = resend(&ResendInput {
            context: purpose.resend_context(),
            sent_at: Instant(last.sent_at_ms),
            now: Instant(now_ms),
            resend_seconds: None,
        });
        (!wait.allowed).then_some(Asked {
            code: None,
            resend_seconds: wait.remaining_seconds,
            expires_at_ms: last.expires_at_ms,
            waits: true,
            again: false,
        })
    }))
}

async fn within_limits(
    tx: &mut Tx,
    app: &AppState,
    target: Target<'_>,
    now_ms: i64,
) -> Result<(), ApiError> {
    let factor = i64::from(app.config.rate_limit_factor);
    for (span_ms, limit) in [(HOUR_MS, MOST_AN_HOUR), (DAY_MS, MOST_A_DAY)] {
        let sent = store::sent_since(tx, target, now_ms - span_ms).await?;
        if factor > 0 && sent.count >= limit.saturating_mul(factor) {
            return Err(ApiError::too_many(
                (sent.first_at_ms + span_ms - now_ms) / 1_000 + 1,
            ));
        }
    }
    Ok(())
}

/// A code that is correct and still unused.
#[derive(Debug)]
pub struct Right {
    id: String,
    user_id: Option<String>,
}

impl Right {
    /// The user it belongs to.
    ///
    /// # Errors
    /// The code has no user.
    pub fn user_id(&self) -> Result<&str, ApiError> {
        let user_id = self.user_id.as_deref();
        user_id.ok_or_else(|| ApiError::internal("a code without a user"))
    }
}

/// Checks a code. The attempt is counted before anything is compared, so concurrent guesses count too.
///
/// # Errors
/// 422 if it is wrong, for another purpose, used, expired, or tried too often: always the same response.
pub async fn check(
    app: &AppState,
    target: Target<'_>,
    purpose: Purpose,
    code: &str,
) -> Result<Right, ApiError> {
    let wrong = || ApiError::refused_field("code", Wrong::Mismatch, WRONG);
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let tried = store::raise_attempts(&mut tx, target, purpose, MOST_ATTEMPTS, now_ms).await?;
    tx.commit().await?;
    let tried = tried.ok_or_else(wrong)?;
    let expected = tried.code_hash.unwrap_or_default();
    let right = app.config.keys.each().any(|keys| {
        let given = hash(&keys, &tried.id, purpose, target, code);
        same_bytes(expected.as_bytes(), given.as_bytes())
    });
    if !right {
        return Err(wrong());
    }
    Ok(Right {
        id: tried.id,
        user_id: tried.user_id,
    })
}

/// Returns the attempt that checking a correct code took: checking does not use it.
///
/// # Errors
/// The database failed.
pub async fn leave_unused(app: &AppState, right: &Right) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    store::lower_attempts(&mut tx, &right.id).await?;
    Ok(tx.commit().await?)
}

/// Uses the code up, in the transaction of its effect. Of two concurrent uses, one wins.
///
/// # Errors
/// 422 if it was used meanwhile.
pub async fn consume(tx: &mut Tx, app: &AppState, right: &Right) -> Result<(), ApiError> {
    if store::end(tx, &right.id, app.clock.now_ms()).await? {
        return Ok(());
    }
    Err(ApiError::refused_field("code", Wrong::Mismatch, WRONG))
}

/// Invalidates the live code of a purpose, if there is one.
///
/// # Errors
/// The database failed.
pub async fn end(
    tx: &mut Tx,
    app: &AppState,
    target: Target<'_>,
    purpose: Purpose,
) -> Result<(), ApiError> {
    Ok(store::end_live(tx, target, purpose, app.clock.now_ms()).await?)
}

/// The time at which the password was entered that a sign-in code would complete, if recent enough.
///
/// # Errors
/// The database failed.
pub async fn password_given(
    tx: &mut Tx,
    app: &AppState,
    target: Target<'_>,
) -> Result<Option<i64>, ApiError> {
    let given_at_ms = store::password_given(tx, target, Purpose::Login).await?;
    Ok(given_at_ms.filter(|at_ms| app.clock.now_ms() - at_ms < PASSWORD_KEEPS_MS))
}

fn hash(keys: &Keys, id: &str, purpose: Purpose, target: Target<'_>, code: &str) -> String {
    let code = code.to_ascii_lowercase();
    hex(&keys.sign(
        "one-time-code",
        &[
            id,
            purpose.as_str(),
            target.tenant_id,
            target.to,
            target.bound_to,
            &code,
        ],
    ))
}
