//! What every debit needs: the right to spend, the PIN's authorisation, and an honest word when the ledger refuses.

use crate::access::audit;
use crate::access::users::User;
use crate::app::AppState;
use crate::community::referral;
use crate::db::Tx;
use crate::error::ApiError;
use crate::http::idempotency::{Answer, Operation};
use crate::ledger::LedgerError;
use crate::payment::accounts::WalletRow;
use crate::payment::grant as pin_grant;
use crate::payment::grant::{Payment, PinAuthorisation};
use crate::payment::statement::TransactionRow;
use axum::http::StatusCode;
use domain_core::money::Amount;
use domain_core::validation::{Code, Violation};
use serde::Serialize;
use serde_json::json;

/// Whether the person may send money at all.
///
/// # Errors
/// 403 for restricted people. (Document 2, section 6.)
pub fn may_spend(payer: &User) -> Result<(), ApiError> {
    if payer.restricted {
        Err(ApiError::forbidden(
            "restricted",
            "Cannot perform this transaction!",
        ))
    } else {
        Ok(())
    }
}

/// What the payer's PIN must have authorised: exactly what is about to be done.
pub struct Authorised<'a> {
    pub action: &'static str,
    pub amount: Amount,
    pub payee: String,
    pub operation: &'a Operation,
    /// The authorisation that came with the call.
    pub grant: &'a PinAuthorisation,
}

impl Authorised<'_> {
    /// Uses the authorisation up, in the transaction of the debit.
    ///
    /// # Errors
    /// 403 when there is none that fits.
    pub async fn consume(self, tx: &mut Tx, app: &AppState, payer: &User) -> Result<(), ApiError> {
        let payment = Payment {
            action: self.action,
            currency: self.amount.currency().as_str(),
            amount_minor: self.amount.minor().unwrap_or(i64::MAX),
            payee: &self.payee,
            idempotency_key: &self.operation.key,
        };
        pin_grant::consume(tx, app, &payer.id, self.grant, &payment).await
    }
}

/// Tells of a debit that the PIN authorised: the audit log, and whoever recommended Ajo to the payer.
///
/// # Errors
/// The database's.
pub async fn log(
    tx: &mut Tx,
    app: &AppState,
    payer: &User,
    event: &'static str,
    row: &TransactionRow,
) -> Result<(), ApiError> {
    let detail = json!({ "reference": row.reference, "currency": row.currency, "net": row.net });
    audit::append(tx, app, &payer.id, event, &detail).await?;
    referral::paid(tx, app, payer, &row.reference).await
}

/// How often a debit is tried when somebody else is at the same rows.
const TRIES: usize = 3;

/// Does it again, a few times, when the database made it give way to somebody else: nothing was done then, and the key
/// keeps it from being done twice.
///
/// # Errors
/// Those of the work.
pub async fn retried<T, F: Future<Output = Result<T, ApiError>>>(
    work: impl Fn() -> F,
) -> Result<T, ApiError> {
    for _ in 1..TRIES {
        match work().await {
            Err(error) if error.code() == ApiError::CONTENDED => {}
            done => return done,
        }
    }
    work().await
}

/// The ledger's refusal in the person's words. What is not a refusal is not dressed as one.
pub fn refused(error: LedgerError, wallet: &WalletRow) -> ApiError {
    match error {
        LedgerError::Insufficient { account_id } if account_id == wallet.id => {
            // The balance that was judged was spent by somebody else in between.
            let message = "you cannot withdraw above your available balance";
            ApiError::refused(vec![
                Violation::new("amount", Code::InsufficientBalance).saying(message),
            ])
        }
        LedgerError::Database(error) => error.into(),
        other => ApiError::internal(other),
    }
}

/// An answer to be sent and to be kept for replays.
///
/// # Errors
/// 500 when it is no JSON.
pub fn answer<T: Serialize>(status: StatusCode, body: &T) -> Result<Answer, ApiError> {
    Ok(Answer::new(
        status,
        serde_json::to_value(body).map_err(ApiError::internal)?,
    ))
}
