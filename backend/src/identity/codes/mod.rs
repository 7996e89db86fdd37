//! One-time codes: six digits, ten minutes, five tries, one use, bound to an address and a purpose.
//!
//! Nobody's address gets a row and the same answers as somebody's; it only gets no code.

mod store;

use crate::app::AppState;
use crate::db::{DbError, Tx};
use crate::error::ApiError;
use crate::secret::{Keys, Secret, hex, same_bytes};
use domain_core::calendar::Instant;
use domain_core::identity::otp::{CodeAction, ResendContext, ResendInput, resend};
use domain_core::validation::Code as Wrong;
use sqlx::AnyConnection;

const LIFE_MS: i64 = 10 * 60 * 1_000;
const MOST_ATTEMPTS: i64 = 5;
const MOST_AN_HOUR: i64 = 5;
const MOST_A_DAY: i64 = 10;
const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 86_400_000;
/// How long a given password waits for its code, resends included.
pub const PASSWORD_KEEPS_MS: i64 = 30 * 60 * 1_000;
const WRONG: &str = "The code is not correct or has expired.";

/// What a code is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// Proves the address of a sign-up.
    Validate,
    /// Completes a sign-in by password.
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

    /// How long the next code has to wait.
    const fn resend_context(self) -> ResendContext {
        match self {
            Self::Phone => ResendContext::Phone,
            Self::Validate | Self::Login | Self::Reset | Self::Identity => ResendContext::Login,
        }
    }

    /// What the code page asks for when it was opened for this page. None: not by email.
    pub const fn of(action: CodeAction) -> Option<Self> {
        match action {
            CodeAction::Validate => Some(Self::Validate),
            CodeAction::Login => Some(Self::Login),
            CodeAction::Reset => Some(Self::Reset),
            CodeAction::IdentityRegistration | CodeAction::IdentityAuth => None,
        }
    }
}

/// What a code is for.
#[derive(Debug, Clone, Copy)]
pub struct Target<'a> {
    pub tenant_id: &'a str,
    /// An email address, or what stands in its place where there is none. Codes are limited by it.
    pub to: &'a str,
    /// What the code is right together with, and with nothing else; blank for most.
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

/// A code that was just made.
#[derive(Debug)]
pub struct FreshCode {
    pub id: String,
    pub digits: Secret<String>,
    pub expires_at_ms: i64,
}

/// What became of a wish for a code.
#[derive(Debug)]
pub struct Asked {
    /// To be sent, in the same transaction. None: nobody's address, or one waits already.
    pub code: Option<FreshCode>,
    pub resend_seconds: i64,
    pub expires_at_ms: i64,
    /// Whether it was too soon for another.
    pub waits: bool,
    /// Whether it takes the place of one that was not used.
    pub again: bool,
}

/// Who gets the code.
#[derive(Debug, Clone, Copy)]
pub struct Receiver<'a> {
    pub user_id: Option<&'a str>,
    /// No: nobody, but the answer must not show it.
    pub gets_one: bool,
    pub password_given_at_ms: Option<i64>,
}

impl<'a> Receiver<'a> {
    /// A person, or nobody.
    pub const fn person(user_id: Option<&'a str>) -> Self {
        Self {
            user_id,
            gets_one: user_id.is_some(),
            password_given_at_ms: None,
        }
    }
}

/// Makes a code; the older ones for the purpose end.
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
    if let Some(waits) = waiting(tx.connection(), target, purpose, now_ms).await? {
        return Ok(waits);
    }
    let again = store::last_sent(tx.connection(), target, purpose)
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
    };
    store::replace(tx, target, purpose, &row, now_ms, now_ms + LIFE_MS).await?;
    let wait = resend(&ResendInput {
        context: purpose.resend_context(),
        sent_at: Instant(now_ms),
        now: Instant(now_ms),
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

/// What [`ask`] would answer if it is too soon for another code; `None` when it is not.
///
/// # Errors
/// The database failed.
pub async fn too_soon(
    app: &AppState,
    target: Target<'_>,
    purpose: Purpose,
) -> Result<Option<Asked>, ApiError> {
    let now_ms = app.clock.now_ms();
    Ok(waiting(&mut *app.db.read().await?, target, purpose, now_ms).await?)
}

async fn waiting(
    connection: &mut AnyConnection,
    target: Target<'_>,
    purpose: Purpose,
    now_ms: i64,
) -> Result<Option<Asked>, DbError> {
    let last = store::last_sent(connection, target, purpose).await?;
    Ok(last.and_then(|last| {
        let wait = resend(&ResendInput {
            context: purpose.resend_context(),
            sent_at: Instant(last.sent_at_ms),
            now: Instant(now_ms),
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
    for (span_ms, most) in [(HOUR_MS, MOST_AN_HOUR), (DAY_MS, MOST_A_DAY)] {
        let sent = store::sent_since(tx, target, now_ms - span_ms).await?;
        if factor > 0 && sent.count >= most.saturating_mul(factor) {
            return Err(ApiError::too_many(
                (sent.first_at_ms + span_ms - now_ms) / 1_000 + 1,
            ));
        }
    }
    Ok(())
}

/// A code that was found right, and not used yet.
#[derive(Debug)]
pub struct Right {
    id: String,
    user_id: Option<String>,
}

impl Right {
    /// Whose it is.
    ///
    /// # Errors
    /// It was not for a person.
    pub fn user_id(&self) -> Result<&str, ApiError> {
        let user_id = self.user_id.as_deref();
        user_id.ok_or_else(|| ApiError::internal("a code belongs to nobody"))
    }
}

/// Tries a code. The attempt counts before anything is compared, so guesses in parallel are guesses all the same.
///
/// # Errors
/// 422 when it is wrong, of another purpose, used, expired, or tried too often: always the same answer.
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

/// Gives back the attempt that a right code took: looking at it is not using it.
///
/// # Errors
/// The database failed.
pub async fn leave_unused(app: &AppState, right: &Right) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    store::lower_attempts(&mut tx, &right.id).await?;
    Ok(tx.commit().await?)
}

/// Uses the code up, in the transaction of what it is used for. Of two uses at once, one wins.
///
/// # Errors
/// 422 when it was used meanwhile.
pub async fn consume(tx: &mut Tx, app: &AppState, right: &Right) -> Result<(), ApiError> {
    if store::end(tx, &right.id, app.clock.now_ms()).await? {
        return Ok(());
    }
    Err(ApiError::refused_field("code", Wrong::Mismatch, WRONG))
}

/// Ends the live code of a purpose, if there is one.
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

/// When the password was given that a code for signing in would complete, if that is recent enough.
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
