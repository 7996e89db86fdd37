//! Checkouts at the card company and confirmed payments.

use domain_core::money::{Amount, Currency};
use domain_core::wallet::card::Difference;
use ground::db::{DbError, Tx, columns};
use money::receive::arrivals::{MeantFor, Purpose};
use serde::Serialize;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};
use utoipa::ToSchema;

/// The state of a checkout.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckoutState {
    /// Not paid yet.
    Open,
    /// The card was declined; another attempt may follow.
    Declined,
    Paid,
    /// Paid, but the wallet cannot take it: an operator decides.
    Held,
    /// Not paid for a day. A later payment is still credited.
    Expired,
}

impl CheckoutState {
    const ALL: [Self; 5] = [
        Self::Open,
        Self::Declined,
        Self::Paid,
        Self::Held,
        Self::Expired,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Declined => "declined",
            Self::Paid => "paid",
            Self::Held => "held",
            Self::Expired => "expired",
        }
    }
}

/// A checkout.
#[derive(Debug, Clone)]
pub struct CheckoutRow {
    pub tx_ref: String,
    pub user_id: String,
    pub currency: Currency,
    /// The amount to be credited.
    pub amount: Amount,
    /// The amount charged to the card.
    pub charged: Amount,
    pub state: CheckoutState,
    /// The purpose beyond the wallet, if any.
    pub meant_for: Option<MeantFor>,
}

/// A confirmed payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentRow {
    pub provider_reference: String,
    pub tx_ref: String,
    pub amount: Amount,
    /// The reference of its transaction; `None` while it is held.
    pub reference: Option<String>,
    pub difference: Option<Difference>,
}

pub async fn insert(tx: &mut Tx, checkout: &CheckoutRow, now_ms: i64) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO card_checkouts (tx_ref, user_id, purpose, currency, amount_minor, charged_minor, state, meant_for, meant_for_id, created_at_ms) \
         VALUES ($1, $2, 'fund', $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(checkout.tx_ref.as_str())
    .bind(checkout.user_id.as_str())
    .bind(checkout.currency.as_str())
    .bind(columns::minor(&checkout.amount)?)
    .bind(columns::minor(&checkout.charged)?)
    .bind(checkout.state.as_str())
    .bind(checkout.meant_for.as_ref().map(|meant| meant.purpose.as_str()))
    .bind(checkout.meant_for.as_ref().map(|meant| meant.id.as_str()))
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

pub async fn set_url(tx: &mut Tx, tx_ref: &str, url: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE card_checkouts SET checkout_url = $2 WHERE tx_ref = $1")
        .bind(tx_ref)
        .bind(url)
        .execute(tx.connection())
        .await?;
    Ok(())
}

pub async fn find(
    connection: &mut AnyConnection,
    tx_ref: &str,
) -> Result<Option<CheckoutRow>, DbError> {
    let row = sqlx::query(
        "SELECT tx_ref, user_id, currency, amount_minor, charged_minor, state, meant_for, meant_for_id FROM card_checkouts WHERE tx_ref = $1",
    )
    .bind(tx_ref)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read).transpose()
}

/// A user's unpaid checkouts for a purpose beyond the wallet.
pub async fn unpaid_for_more(
    connection: &mut AnyConnection,
    user_id: &str,
) -> Result<Vec<CheckoutRow>, DbError> {
    let rows = sqlx::query(
        "SELECT tx_ref, user_id, currency, amount_minor, charged_minor, state, meant_for, meant_for_id FROM card_checkouts \
         WHERE user_id = $1 AND state IN ('open', 'declined') AND meant_for_id IS NOT NULL ORDER BY created_at_ms, tx_ref",
    )
    .bind(user_id)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read).collect()
}

/// Locks a checkout.
pub async fn lock(tx: &mut Tx, tx_ref: &str) -> Result<(), DbError> {
    sqlx::query("UPDATE card_checkouts SET state = state WHERE tx_ref = $1")
        .bind(tx_ref)
        .execute(tx.connection())
        .await?;
    Ok(())
}

/// Sets the state of a checkout. `Paid` and `Held` are final, except that a held checkout may become paid.
pub async fn set_state(
    tx: &mut Tx,
    tx_ref: &str,
    state: CheckoutState,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "UPDATE card_checkouts SET state = $2, ended_at_ms = $3 WHERE tx_ref = $1 AND state <> 'paid' \
         AND (state <> 'held' OR $2 = 'paid')",
    )
    .bind(tx_ref)
    .bind(state.as_str())
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Stores a payment. Returns whether it was new.
pub async fn insert_payment(
    tx: &mut Tx,
    payment: &PaymentRow,
    now_ms: i64,
) -> Result<bool, DbError> {
    let done = sqlx::query(
        "INSERT INTO card_payments (provider_reference, tx_ref, currency, amount_minor, reference, difference, received_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (provider_reference) DO NOTHING",
    )
    .bind(payment.provider_reference.as_str())
    .bind(payment.tx_ref.as_str())
    .bind(payment.amount.currency().as_str())
    .bind(columns::minor(&payment.amount)?)
    .bind(payment.reference.as_deref())
    .bind(payment.difference.map(Difference::as_str))
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(done.rows_affected() == 1)
}

/// The payments of a checkout, oldest first.
pub async fn payments(
    connection: &mut AnyConnection,
    tx_ref: &str,
) -> Result<Vec<PaymentRow>, DbError> {
    let rows = sqlx::query(
        "SELECT provider_reference, tx_ref, currency, amount_minor, reference, difference FROM card_payments \
         WHERE tx_ref = $1 ORDER BY received_at_ms, provider_reference",
    )
    .bind(tx_ref)
    .fetch_all(connection)
    .await?;
    rows.iter().map(read_payment).collect()
}

/// One payment, by the company's identifier.
pub async fn payment(
    connection: &mut AnyConnection,
    provider_reference: &str,
) -> Result<Option<PaymentRow>, DbError> {
    let row = sqlx::query(
        "SELECT provider_reference, tx_ref, currency, amount_minor, reference, difference FROM card_payments \
         WHERE provider_reference = $1",
    )
    .bind(provider_reference)
    .fetch_optional(connection)
    .await?;
    row.as_ref().map(read_payment).transpose()
}

fn read(row: &AnyRow) -> Result<CheckoutRow, DbError> {
    let currency = columns::currency(row)?;
    let state: String = row.try_get("state")?;
    let mut states = CheckoutState::ALL.into_iter();
    let purpose: Option<String> = row.try_get("meant_for")?;
    let id: Option<String> = row.try_get("meant_for_id")?;
    let meant_for = match purpose.zip(id) {
        Some((purpose, id)) => Some(MeantFor {
            purpose: Purpose::named(&purpose).ok_or_else(|| columns::corrupt("meant_for"))?,
            id,
        }),
        None => None,
    };
    Ok(CheckoutRow {
        tx_ref: row.try_get("tx_ref")?,
        user_id: row.try_get("user_id")?,
        currency,
        amount: columns::amount(row, "amount_minor", currency)?,
        charged: columns::amount(row, "charged_minor", currency)?,
        state: states
            .find(|known| known.as_str() == state)
            .ok_or_else(|| columns::corrupt("state"))?,
        meant_for,
    })
}

fn read_payment(row: &AnyRow) -> Result<PaymentRow, DbError> {
    let difference: Option<String> = row.try_get("difference")?;
    Ok(PaymentRow {
        provider_reference: row.try_get("provider_reference")?,
        tx_ref: row.try_get("tx_ref")?,
        amount: columns::amount(row, "amount_minor", columns::currency(row)?)?,
        reference: row.try_get("reference")?,
        difference: difference
            .map(|text| Difference::named(&text).ok_or_else(|| columns::corrupt("difference")))
            .transpose()?,
    })
}
