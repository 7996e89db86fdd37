//! Incoming money: the common part of all external credits.
//!
//! Each provider's report implements [`Receipt`]. [`credit`] does the rest in one transaction, always in the same
//! order: the user, the plan that it may be meant for, the provider's row, the ledger accounts by identifier, the audit
//! chain.

pub mod arrivals;
pub mod sources;

use super::accounts;
use super::book::{Booking, out_of_range};
use super::hooks;
use super::statement::{Counterparty, TransactionRow, new_reference};
use crate::ledger::{self, SystemAccount};
use arrivals::{Arrived, MeantFor};
use domain_core::money::Amount;
use domain_core::payment::Movement;
use domain_core::wallet::arrival::{ArrivedInput, arrived};
use domain_core::wallet::funding::FundingMethod;
use ground::db::Tx;
use ground::decided::Decided;
use ground::error::{ApiError, ErrorCode};
use serde_json::json;
use service::access::{audit, users};
use service::app::AppState;

/// Counted by the source of the money.
const AFTER_CLOSING: &str = "ajo_money_after_closing_total";
/// Attempts if the database aborts a transaction in favour of a concurrent one. An aborted attempt has no effect, and the
/// provider's row prevents a second credit.
const TRIES: usize = 3;

/// The purpose of incoming money.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meant<'a> {
    /// The wallet.
    Wallet,
    /// The purpose named by the payer.
    For(&'a MeantFor),
    /// Unknown, because the provider cannot name one: a plan may await exactly this amount.
    Unnamed,
}

/// Money reported by a provider.
pub trait Receipt: Sync {
    const MOVEMENT: Movement;
    /// The source, for metrics and the audit log.
    const SOURCE: &'static str;
    /// The system account of the source.
    const FROM: SystemAccount;
    /// The charge on arrival, and the account credited with it.
    const CHARGE: Option<(FundingMethod, SystemAccount)> = None;

    /// Facts of the claim that [`Receipt::comment`] and [`Receipt::effects`] need.
    type Note: Send + Sync;
    /// The record of an earlier report of the same money.
    type Known: Send;

    fn user_id(&self) -> &str;

    fn amount(&self) -> Amount;

    fn meant(&self) -> Meant<'_> {
        Meant::Wallet
    }

    /// The sender, for the statement.
    fn counterparty(&self) -> Option<Counterparty> {
        None
    }

    /// The reference, if it was assigned before the money arrived.
    fn reference(&self) -> Option<&str> {
        None
    }

    /// Locks and writes the provider's row under a reference, unless the same money is already credited. The user and
    /// the plan are locked.
    fn claim(
        &self,
        tx: &mut Tx,
        app: &AppState,
        reference: &str,
    ) -> impl Future<Output = Result<Claim<Self::Note, Self::Known>, ApiError>> + Send;

    /// A comment for the statement line.
    fn comment(&self, _note: &Self::Note) -> Option<String> {
        None
    }

    /// Further changes in the same transaction.
    fn effects(
        &self,
        _tx: &mut Tx,
        _app: &AppState,
        _note: &Self::Note,
    ) -> impl Future<Output = Result<(), ApiError>> + Send {
        async { Ok(()) }
    }
}

/// The result of claiming a provider's row.
pub enum Claim<N, K> {
    New(N),
    /// It is already credited.
    Known(K),
}

/// The result of a credit.
pub enum Outcome<N, K> {
    Credited(Box<TransactionRow>, N),
    /// It is already credited.
    Known(K),
    /// The wallet cannot take it. Nothing was changed.
    Refused(ApiError),
}

/// Credits money reported by a provider, once even if it is reported repeatedly, and passes it on to the plan that it
/// is meant for.
///
/// # Errors
/// The errors of [`Receipt::claim`]; the database failed: nothing was changed.
pub async fn credit<R: Receipt>(
    app: &AppState,
    receipt: &R,
) -> Result<Outcome<R::Note, R::Known>, ApiError> {
    if receipt.amount().minor().is_none_or(|minor| minor <= 0) {
        return Ok(Outcome::Refused(out_of_range()));
    }
    for _ in 1..TRIES {
        match attempt(app, receipt).await {
            Err(error) if error.is(ErrorCode::Contended) => {}
            done => return done,
        }
    }
    attempt(app, receipt).await
}

async fn attempt<R: Receipt>(
    app: &AppState,
    receipt: &R,
) -> Result<Outcome<R::Note, R::Known>, ApiError> {
    let mut tx = app.db.begin().await?;
    hold(&mut tx, app, receipt.user_id(), receipt.meant()).await?;
    let reference = receipt.reference().map(String::from);
    let reference = reference.unwrap_or_else(|| new_reference(app.random));
    let note = match receipt.claim(&mut tx, app, &reference).await? {
        Claim::New(note) => note,
        Claim::Known(known) => {
            // Makes the row that was read durable: SQLite commits several transactions together.
            tx.commit().await?;
            return Ok(Outcome::Known(known));
        }
    };
    let (credited, fee) = match split::<R>(&tx.decided(), receipt.amount()) {
        Ok(split) => split,
        Err(refused) => return Ok(Outcome::Refused(refused)),
    };
    let currency = credited.currency();
    let wallet = accounts::find(tx.connection(), receipt.user_id(), currency).await?;
    let Some(wallet) = wallet else {
        return Ok(Outcome::Refused(ApiError::not_found()));
    };
    let was_closed = ledger::reopen_one(&mut tx, &wallet.id).await?;
    let booking = Booking::on(app, R::MOVEMENT, wallet)
        .under(reference)
        .from(R::FROM, receipt.amount())
        .to_wallet(credited);
    let booking = match R::CHARGE {
        Some((_, account)) => booking.to(account, fee),
        None => booking,
    };
    let moved = booking.with(receipt.counterparty()).transfer(&mut tx, app);
    let mut moved = match moved.await {
        Ok(moved) => moved,
        Err(error) if error.is(ErrorCode::Refused) => return Ok(Outcome::Refused(error)),
        Err(error) => return Err(error),
    };
    let decided = tx.decided().digest();
    let stays = pass_on(&mut tx, app, receipt, &moved.line).await?;
    let comments: Vec<String> = receipt.comment(&note).into_iter().chain(stays).collect();
    moved.line.comment = Some(comments.join(" ")).filter(|text| !text.is_empty());
    let line = moved.write_down(&mut tx, app).await?;
    if was_closed {
        note_reopened(&mut tx, app, receipt.user_id(), R::SOURCE).await?;
    }
    receipt.effects(&mut tx, app, &note).await?;
    let detail = json!({ "reference": line.reference, "currency": line.currency, "net": line.net, "decided": decided });
    let action = R::MOVEMENT.as_str();
    audit::append(&mut tx, app, receipt.user_id(), action, &detail).await?;
    tx.commit().await?;
    Ok(Outcome::Credited(Box::new(line), note))
}

/// Locks the user, and the plans that the money may be meant for.
///
/// # Errors
/// The database failed.
pub async fn hold(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    meant: Meant<'_>,
) -> Result<(), ApiError> {
    users::lock_settings(tx, user_id, app.clock.now_ms()).await?;
    match meant {
        Meant::Wallet => Ok(()),
        Meant::For(purpose) => arrivals::hold(tx, user_id, Some(purpose)).await,
        Meant::Unnamed => arrivals::hold(tx, user_id, None).await,
    }
}

/// The part of an amount credited to the wallet, and the charge.
fn split<R: Receipt>(decided: &Decided, amount: Amount) -> Result<(Amount, Amount), ApiError> {
    let Some((method, _)) = R::CHARGE else {
        return Ok((amount, Amount::zero(amount.currency())));
    };
    let input = ArrivedInput {
        method,
        currency: amount.currency().into(),
        sent: amount.into(),
    };
    let arrived = decided.ask("funding.arrived", arrived, &input);
    let arrived = arrived.map_err(|refused| ApiError::refused(refused.violations))?;
    Ok((arrived.credited, arrived.fee))
}

/// Records that money has reopened a closed wallet. Such money is never refused, because its provider has already moved
/// it. It is kept, and the user is asked to have the account reopened. Called after the transfer: the audit chain is locked
/// last.
///
/// # Errors
/// The database failed.
pub async fn note_reopened(
    tx: &mut Tx,
    app: &AppState,
    user_id: &str,
    source: &'static str,
) -> Result<(), ApiError> {
    app.metrics.refused(AFTER_CLOSING, source);
    hooks::received_after_closing(tx, app, user_id).await?;
    let detail = json!({ "from": source });
    audit::append(tx, app, user_id, "money_after_closing", &detail).await
}

/// Passes money on to the plan that it is meant for. Returns the reason if it stays in the wallet.
async fn pass_on<R: Receipt>(
    tx: &mut Tx,
    app: &AppState,
    receipt: &R,
    line: &TransactionRow,
) -> Result<Option<String>, ApiError> {
    let meant_for = match receipt.meant() {
        Meant::Wallet => return Ok(None),
        Meant::For(purpose) => Some(purpose),
        Meant::Unnamed => None,
    };
    let money = Arrived {
        user_id: receipt.user_id(),
        amount: line.net,
        reference: &line.reference,
        meant_for,
    };
    arrivals::arrived(tx, app, money).await
}
