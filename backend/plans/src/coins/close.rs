//! The end of a set: at maturity, or early by its member, possibly with a penalty. Its coins are sold first.

use crate::booking;
use crate::store::members::{self, MemberRow};
use crate::store::subscriptions::{self, SubscriptionRow};
use crate::store::{coin_orders, coins};
use crate::subscriptions::refusal;
use domain_core::money::{Amount, Percent};
use domain_core::plans::coins::CoinStatus;
use domain_core::plans::payout::{CloseInput, CoinPart, close};
use domain_core::status::Status;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::error::ApiError;
use service::access::users;
use service::app::AppState;

const SELLING: &str = "Your coins are being sold.";
const NOTHING_BOUGHT: &str =
    "None of the coins could be bought. Your money is back in your wallet.";
const PARTLY_BOUGHT: &str =
    "Not everything could be bought. The rest of your money is back in your wallet.";

/// Locks a set with its member, and reads both.
async fn held(
    tx: &mut Tx,
    app: &AppState,
    id: &str,
) -> Result<(SubscriptionRow, MemberRow), ApiError> {
    let gone = || ApiError::internal("a set that is gone");
    let row = subscriptions::find(tx.connection(), id).await?;
    let row = row.ok_or_else(gone)?;
    users::lock_settings(tx, &row.created_by, app.clock.now_ms()).await?;
    subscriptions::lock(tx, id).await?;
    let row = subscriptions::find(tx.connection(), id).await?;
    let row = row.ok_or_else(gone)?;
    let all = members::of(tx.connection(), id, row.currency).await?;
    let member = all.into_iter().next().ok_or_else(gone)?;
    Ok((row, member))
}

/// The penalty of an early end, of the one that was agreed: purchases pending at that time may have failed since.
fn penalty_of(
    tx: &Tx,
    row: &SubscriptionRow,
    rows: &[coins::CoinRow],
    agreed: Amount,
) -> Result<Amount, ApiError> {
    let part = |one: &coins::CoinRow| CoinPart {
        status: one.status,
        amount: one.amount.into(),
    };
    let input = CloseInput {
        agreed: agreed.into(),
        opt_out_penalty: Percent::parse(&row.opt_out_penalty).unwrap_or(Percent::ZERO),
        coins: rows.iter().map(part).collect(),
        currency: Some(row.currency.into()),
    };
    let closed = tx.decided().ask("coins.close", close, &input);
    Ok(closed.map_err(refusal)?.penalty)
}

/// Starts the sale of a set's coins at maturity, without a penalty.
///
/// # Errors
/// The database failed.
pub async fn mature(app: &AppState, id: &str) -> Result<(), ApiError> {
    let mut tx = app.db.begin().await?;
    let (row, _) = held(&mut tx, app, id).await?;
    let zero = Amount::zero(row.currency);
    let now_ms = app.clock.now_ms();
    coin_orders::close(&mut tx, id, Status::Completed, &zero, SELLING, now_ms).await?;
    Ok(tx.commit().await?)
}

/// Starts the early end of a set with today's penalty. Returns the message. The caller has locked the member and the
/// set, and has checked that the rule allows it.
///
/// # Errors
/// 422 if the set is already being ended; the database failed.
pub async fn stop(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    penalty: Amount,
) -> Result<&'static str, ApiError> {
    let now_ms = app.clock.now_ms();
    let to = Status::Terminated;
    if !coin_orders::close(tx, &row.id, to, &penalty, SELLING, now_ms).await? {
        let message = "This set of coins is being ended already.";
        return Err(ApiError::refused_field("id", Code::NotAllowed, message));
    }
    Ok("Plan terminated")
}

/// Pays the pot out to the wallet once all coins of a set are bought or failed, or, at its end, sold or failed.
///
/// # Errors
/// The database failed.
pub async fn settle(app: &AppState, id: &str) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    let (row, member) = held(&mut tx, app, id).await?;
    if !matches!(row.status, Status::Initiated | Status::Active) {
        return Ok(());
    }
    let rows = coins::of(tx.connection(), id, row.currency).await?;
    let any = |status| rows.iter().any(|one| one.status == status);
    if any(CoinStatus::Initiated) || any(CoinStatus::Pending) || any(CoinStatus::Trading) {
        return Ok(());
    }
    let holds = any(CoinStatus::Approved);
    let closing = coin_orders::closing(tx.connection(), id, row.currency).await?;
    let zero = Amount::zero(row.currency);
    let (to, penalty, comment) = match closing {
        Some(_) if holds => return Ok(()),
        Some((to, agreed)) => (to, penalty_of(&tx, &row, &rows, agreed)?, ""),
        None if row.status == Status::Active => return Ok(()),
        None if !holds => (Status::Terminated, zero, NOTHING_BOUGHT),
        None if any(CoinStatus::Failed) => (Status::Active, zero, PARTLY_BOUGHT),
        None => (Status::Active, zero, ""),
    };
    booking::pay_out(&mut tx, app, &row, &member, penalty, false).await?;
    let is_end = to != Status::Active;
    if is_end {
        members::set_status(&mut tx, &member.id, to).await?;
    }
    coin_orders::change_set(&mut tx, id, to, comment, (None, None), is_end, now_ms).await?;
    Ok(tx.commit().await?)
}
