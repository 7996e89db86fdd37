//! The cap on payments after a security change of the account or to a new payee. The rule decides the amount
//! (`domain_core::wallet::caution`); this module reads its input.

mod allowance;
mod store;

pub use allowance::{Allowance, CapAnswer};
pub(super) use store::{found, reads};

use super::rates;
use domain_core::calendar::Instant;
use domain_core::money::{Currency, Rates};
use domain_core::wallet::caution::{Cap, CapInput, Changed, Dealings, cap};
use ground::decided::Decided;
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
    let payer = (user_id, currency);
    let (decided, now_ms) = (Decided::default(), app.clock.now_ms());
    of(
        &mut connection,
        &decided,
        payer,
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
    let payer = (user_id, currency);
    let (decided, now_ms) = (Decided::default(), app.clock.now_ms());
    of(&mut connection, &decided, payer, None, &rates, now_ms).await
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
    decided: &Decided,
    (user_id, currency): (&str, Currency),
    recipient: Option<&Recipient>,
    rates: &Rates,
    now_ms: i64,
) -> Result<Option<Cap>, ApiError> {
    let name = recipient.map_or("", |recipient| recipient.name.as_str());
    let found = store::dealings(connection, user_id, currency, name, now_ms).await?;
    judge(decided, currency, recipient, rates, found, now_ms)
}

/// The cap by what was found.
///
/// # Errors
/// See [`of`].
pub(super) fn judge(
    decided: &Decided,
    currency: Currency,
    recipient: Option<&Recipient>,
    rates: &Rates,
    found: store::Dealings,
    now_ms: i64,
) -> Result<Option<Cap>, ApiError> {
    let dealings = recipient.map(|recipient| Dealings {
        known_since: [recipient.saved_at_ms, found.first_paid_at_ms]
            .into_iter()
            .flatten()
            .min()
            .map(Instant),
        sent: found.sent_to_payee.into(),
    });
    let changed = |(change, at)| Changed { change, at };
    let input = CapInput {
        now: Instant(now_ms),
        currency: currency.into(),
        rates: rates.of(&[Currency::Ngn, currency]),
        changes: found.changes.into_iter().map(changed).collect(),
        sent: found.sent.into(),
        dealings,
    };
    let found = decided.ask("transfer.cap", cap, &input);
    let found = found.map_err(|refused| ApiError::refused(refused.violations))?;
    Ok(found.cap)
}
