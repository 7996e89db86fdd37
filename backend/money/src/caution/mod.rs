//! The cap on payments after a security change of the account or to a new payee. The rule decides the amount
//! (`domain_core::wallet::caution`); this module reads its input.

mod allowance;
mod store;

pub use allowance::{Allowance, CapAnswer};

use super::rates;
use domain_core::calendar::Instant;
use domain_core::money::{Currency, Rates};
use domain_core::wallet::caution::{self, Cap, Dealings, Situation};
use ground::error::ApiError;
use service::app::AppState;
use sqlx::AnyConnection;

/// The payee of a payment: its identifying name, and the time at which the payer saved it.
#[derive(Debug, Clone)]
pub struct Recipient {
    pub name: String,
    pub saved_at_ms: Option<i64>,
}

/// The cap on a payment to a recipient, for a quote.
///
/// # Errors
/// 422 for a currency without a rate.
pub async fn on(
    app: &AppState,
    user_id: &str,
    currency: Currency,
    recipient: &Recipient,
) -> Result<Option<Cap>, ApiError> {
    let mut connection = app.db.read().await?;
    let rates = rates::all(&mut connection).await?;
    let now_ms = app.clock.now_ms();
    of(
        &mut connection,
        user_id,
        currency,
        Some(recipient),
        &rates,
        now_ms,
    )
    .await
}

/// The cap on any payment, for a screen without a recipient.
///
/// # Errors
/// 422 for a currency without a rate.
pub async fn on_any(
    app: &AppState,
    user_id: &str,
    currency: Currency,
) -> Result<Option<Cap>, ApiError> {
    let mut connection = app.db.read().await?;
    let rates = rates::all(&mut connection).await?;
    let now_ms = app.clock.now_ms();
    of(&mut connection, user_id, currency, None, &rates, now_ms).await
}

/// Whether a recipient has not been paid before.
///
/// # Errors
/// The database failed.
pub async fn is_new(app: &AppState, user_id: &str, payee: &str) -> Result<bool, ApiError> {
    let mut connection = app.db.read().await?;
    let now_ms = app.clock.now_ms();
    let found = store::dealings(&mut connection, user_id, Currency::Ngn, payee, now_ms).await?;
    Ok(found.first_paid_at_ms.is_none())
}

/// The cap on a payment, or on any payment if there is no recipient. In a payment's transaction the payer is locked, so
/// two payments cannot both use the remainder.
///
/// # Errors
/// 422 for a currency without a rate.
pub async fn of(
    connection: &mut AnyConnection,
    user_id: &str,
    currency: Currency,
    recipient: Option<&Recipient>,
    rates: &Rates,
    now_ms: i64,
) -> Result<Option<Cap>, ApiError> {
    let name = recipient.map_or("", |recipient| recipient.name.as_str());
    let found = store::dealings(connection, user_id, currency, name, now_ms).await?;
    let dealings = recipient.map(|recipient| Dealings {
        known_since: [recipient.saved_at_ms, found.first_paid_at_ms]
            .into_iter()
            .flatten()
            .min()
            .map(Instant),
        sent: found.sent_to_payee,
    });
    let situation = Situation {
        now: Instant(now_ms),
        rates,
        changes: &found.changes,
        sent: found.sent,
        dealings,
    };
    caution::cap(&situation).map_err(|refused| ApiError::refused(vec![refused]))
}
