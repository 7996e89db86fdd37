//! Sources of money outside: the cards and the direct debits that a plan is paid from. Their area installs itself at
//! startup, so that plans need not know it.

use domain_core::money::Amount;
use ground::db::Tx;
use ground::error::ApiError;
use providers::Later;
use service::app::AppState;
use std::sync::OnceLock;

/// A due instalment that the wallet does not cover.
pub struct Missing<'a> {
    pub user_id: &'a str,
    pub instalment_id: &'a str,
    pub amount: Amount,
    /// Whether the user has enabled automatic collection.
    pub auto: bool,
    /// The date in Lagos, `YYYY-MM-DD`.
    pub day: &'a str,
}

/// The sources.
pub trait Sources: Sync {
    /// Whether a card is being charged for any of these targets. Completed charges are credited first.
    fn is_paying<'a>(
        &'a self,
        app: &'a AppState,
        user_id: &'a str,
        ids: &'a [String],
    ) -> Later<'a, Result<bool, ApiError>>;

    /// Orders a direct debit of a missing amount if the rule allows it, in the caller's transaction. The caller has
    /// locked the user.
    fn debit<'a>(
        &'a self,
        tx: &'a mut Tx,
        app: &'a AppState,
        missing: &'a Missing<'a>,
    ) -> Later<'a, Result<(), ApiError>>;
}

static SOURCES: OnceLock<&'static dyn Sources> = OnceLock::new();

/// Installs the sources; a second call has no effect.
pub fn install(sources: &'static dyn Sources) {
    let _ = SOURCES.set(sources);
}

fn installed() -> Result<&'static dyn Sources, ApiError> {
    let sources = SOURCES.get().copied();
    sources.ok_or_else(|| ApiError::internal("no source of money is installed"))
}

/// See [`Sources::is_paying`].
///
/// # Errors
/// 503 if the card company does not respond; the database failed.
pub async fn is_paying(app: &AppState, user_id: &str, ids: &[String]) -> Result<bool, ApiError> {
    installed()?.is_paying(app, user_id, ids).await
}

/// See [`Sources::debit`].
///
/// # Errors
/// The database failed.
pub async fn debit(tx: &mut Tx, app: &AppState, missing: &Missing<'_>) -> Result<(), ApiError> {
    installed()?.debit(tx, app, missing).await
}
