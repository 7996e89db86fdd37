//! Reversals: money that a provider takes back after confirming it. A reversal is booked once and reported to the user;
//! the part that the wallet cannot cover becomes a debt.

use domain_core::money::{Amount, Currency, display};
use domain_core::payment::Movement;
use domain_core::wallet::reversal::{Credited, TakenBack, taken_back};
use ground::db::{DbError, Tx, columns};
use ground::error::ApiError;
use money::accounts;
use money::book::Booking;
use money::ledger::{self, SystemAccount};
use money::statement::{self, TransactionRow};
use serde_json::json;
use service::access::{audit, users};
use service::app::AppState;
use service::letters::{self, News};
use sqlx::{AnyConnection, Row};

/// Counted by result: `taken` if the wallet covered all of it, `owed` if not.
const REVERSALS: &str = "ajo_reversals_total";

/// A reversal as reported by a provider or entered by an operator.
#[derive(Debug, Clone, Copy)]
pub struct Reversal<'a> {
    pub user_id: &'a str,
    /// The reference of the credit.
    pub original: &'a str,
    /// The total reversed so far.
    pub total: Amount,
    /// The deciding operator and the reason; blank if the provider reported it.
    pub by: &'a str,
    pub why: &'a str,
}

/// The open part of a debt.
#[derive(Debug, Clone)]
pub struct Debt {
    pub reference: String,
    pub original: String,
    pub user_id: String,
    pub left: Amount,
    pub created_at_ms: i64,
}

/// Books a reversal of a credit once, and notifies the user. Returns whether it was new.
///
/// # Errors
/// 404 if the credit is unknown; 422 for another currency; the database failed.
pub async fn book(app: &AppState, reversal: Reversal<'_>) -> Result<bool, ApiError> {
    let Reversal {
        user_id, original, ..
    } = reversal;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, user_id, now_ms).await?;
    let line = statement::find(tx.connection(), user_id, original).await?;
    let line = line.filter(|line| line.category.is_from_outside());
    let line = line.ok_or_else(ApiError::not_found)?;
    let currency = line.currency;
    if reversal.total.currency() != currency {
        return Err(ApiError::refused(vec![currency.unsupported("amount")]));
    }
    let wallet = accounts::find(tx.connection(), user_id, currency).await?;
    let wallet = wallet.ok_or_else(ApiError::not_found)?;
    let of = Credited {
        paid: line.gross,
        credited: line.net,
        before: before(tx.connection(), original, currency).await?,
    };
    let Some(booked) = taken_back(&of, reversal.total, wallet.available) else {
        tx.commit().await?;
        return Ok(false);
    };
    let words = words(&line, &booked);
    let booking = Booking::on(app, Movement::Reversal, wallet);
    let booking = taken(&mut tx, booking, &line, &booked).await?;
    let booking = booking
        .following(Some(original))
        .with(line.counterparty)
        .commented(words.clone());
    let reference = booking.book(&mut tx, app).await?.reference;
    insert(&mut tx, &reversal, &reference, &booked, now_ms).await?;
    let detail = json!({
        "reference": reference, "original": original, "amount": booked.amount, "owed": booked.owed, "by": reversal.by,
        "why": reversal.why,
    });
    audit::append(&mut tx, app, user_id, "money_taken_back", &detail).await?;
    let owner = users::find(tx.connection(), user_id).await?;
    let owner = owner.ok_or_else(ApiError::not_found)?;
    letters::tell(&mut tx, app, &owner, News::MoneyTakenBack(&words)).await?;
    tx.commit().await?;
    let left = match booked.owed.is_zero() {
        true => "taken",
        false => "owed",
    };
    tracing::error!(reference, original, left, "a provider took money back");
    app.metrics.refused(REVERSALS, left);
    Ok(true)
}

/// The text for the statement and the user.
fn words(line: &TransactionRow, booked: &TakenBack) -> String {
    let mut words = format!(
        "{} of {}, {}, was taken back by the payment provider.",
        display(&booked.amount),
        display(&line.gross),
        line.reference,
    );
    if !booked.owed.is_zero() {
        words.push_str(&format!(
            " {} of it is still owed, and will be taken from the next money that arrives in your wallet.",
            display(&booked.owed)
        ));
    }
    words
}

/// Adds the entries: from the wallet, the debt and the charge to the source of the money.
async fn taken(
    tx: &mut Tx,
    booking: Booking,
    line: &TransactionRow,
    booked: &TakenBack,
) -> Result<Booking, ApiError> {
    let arrived = ledger::entries(tx, &line.ledger_transfer_id).await?;
    let source = arrived.iter().find(|entry| entry.amount_minor < 0);
    let source = source.ok_or_else(|| ApiError::internal("a credit without a source account"))?;
    let wallet_id = booking.wallet().id.clone();
    let charge = arrived
        .iter()
        .find(|entry| entry.amount_minor > 0 && entry.account_id != wallet_id);
    let booking = booking
        .from_wallet(booked.wallet)
        .from(SystemAccount::Owed, booked.owed)
        .to(source.account_id.as_str(), booked.amount);
    match charge {
        Some(charge) => Ok(booking.from(charge.account_id.as_str(), booked.charge)),
        None if booked.charge.is_zero() => Ok(booking),
        None => Err(ApiError::internal("a charge that was never booked")),
    }
}

/// The earlier reversals of a credit, in total.
async fn before(
    connection: &mut AnyConnection,
    original: &str,
    currency: Currency,
) -> Result<Amount, ApiError> {
    let row = sqlx::query(
        "SELECT CAST(COALESCE(SUM(amount_minor), 0) AS BIGINT) AS total_minor FROM reversals WHERE original = $1",
    )
    .bind(original)
    .fetch_one(connection)
    .await?;
    Ok(columns::amount(&row, "total_minor", currency)?)
}

async fn insert(
    tx: &mut Tx,
    reversal: &Reversal<'_>,
    reference: &str,
    booked: &TakenBack,
    now_ms: i64,
) -> Result<(), DbError> {
    sqlx::query(
        "INSERT INTO reversals (reference, original, user_id, currency, amount_minor, owed_minor, decided_by, why, created_at_ms) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
    )
    .bind(reference)
    .bind(reversal.original)
    .bind(reversal.user_id)
    .bind(booked.amount.currency().as_str())
    .bind(columns::minor(&booked.amount)?)
    .bind(columns::minor(&booked.owed)?)
    .bind(reversal.by)
    .bind(reversal.why)
    .bind(now_ms)
    .execute(tx.connection())
    .await?;
    Ok(())
}

/// Open debts, oldest first.
///
/// # Errors
/// The database failed.
pub async fn debts(connection: &mut AnyConnection) -> Result<Vec<Debt>, DbError> {
    let rows = sqlx::query(
        "SELECT reference, original, user_id, currency, owed_minor - collected_minor AS left_minor, created_at_ms FROM reversals \
         WHERE owed_minor > collected_minor ORDER BY created_at_ms, reference",
    )
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            let currency = columns::currency(row)?;
            Ok(Debt {
                reference: row.try_get("reference")?,
                original: row.try_get("original")?,
                user_id: row.try_get("user_id")?,
                left: columns::amount(row, "left_minor", currency)?,
                created_at_ms: row.try_get("created_at_ms")?,
            })
        })
        .collect()
}

/// Collects debts from wallets that have money again. Returns the number of debts paid in part or in full.
///
/// # Errors
/// The database failed.
pub async fn collect_due(app: &AppState) -> Result<usize, ApiError> {
    let debts = debts(&mut *app.db.read().await?).await?;
    let mut collected = 0;
    for debt in debts {
        collected += usize::from(collect(app, &debt).await?);
    }
    Ok(collected)
}

async fn collect(app: &AppState, debt: &Debt) -> Result<bool, ApiError> {
    let (now_ms, currency) = (app.clock.now_ms(), debt.left.currency());
    let mut connection = app.db.read().await?;
    let seen = accounts::find(&mut connection, &debt.user_id, currency).await?;
    drop(connection);
    if seen.is_none_or(|wallet| wallet.available.is_zero()) {
        return Ok(false);
    }
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &debt.user_id, now_ms).await?;
    let wallet = accounts::find(tx.connection(), &debt.user_id, currency).await?;
    let wallet = wallet.ok_or_else(ApiError::not_found)?;
    let line = statement::find(tx.connection(), &debt.user_id, &debt.original).await?;
    let line = line.ok_or_else(ApiError::not_found)?;
    let amount = debt.left.at_most(wallet.available);
    let minor = columns::minor(&amount)?;
    // Another server may have collected it meanwhile.
    let done = sqlx::query(
        "UPDATE reversals SET collected_minor = collected_minor + $2 WHERE reference = $1 AND owed_minor - collected_minor = $3",
    )
    .bind(debt.reference.as_str())
    .bind(minor)
    .bind(columns::minor(&debt.left)?)
    .execute(tx.connection())
    .await?;
    if amount.is_zero() || done.rows_affected() != 1 {
        return Ok(false);
    }
    let words = format!(
        "{} was owed for {}, which was taken back by the payment provider.",
        display(&debt.left),
        line.reference,
    );
    let booking = Booking::on(app, Movement::ReversalCollected, wallet)
        .following(Some(&debt.reference))
        .from_wallet(amount)
        .to(SystemAccount::Owed, amount)
        .with(line.counterparty)
        .commented(words);
    let reference = booking.book(&mut tx, app).await?.reference;
    let detail = json!({ "reference": reference, "debt": debt.reference, "amount": amount });
    audit::append(&mut tx, app, &debt.user_id, "debt_collected", &detail).await?;
    tx.commit().await?;
    Ok(true)
}
