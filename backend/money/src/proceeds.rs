//! Proceeds of a payment in another currency: a second transfer, linked to the first, in the same transaction.

use super::Facts;
use super::book::Booking;
use super::statement::{Counterparty, TransactionRow};
use crate::ledger::SystemAccount;
use domain_core::money::Amount;
use domain_core::payment::Movement;
use ground::db::{Batch, Tx};
use ground::error::ApiError;
use service::app::AppState;

/// The proceeds of a coin sale or a conversion.
#[derive(Debug, Clone)]
pub struct Proceeds {
    pub movement: Movement,
    /// The value of the debit.
    pub worth: Amount,
    /// The part that the house keeps.
    pub spread: Amount,
    /// The amount credited to the wallet of its currency.
    pub total: Amount,
    pub description: String,
    /// The price, for the statement.
    pub counterparty: Counterparty,
}

/// Credits the proceeds of a debit to the payer, with a statement line.
pub(super) async fn credit(
    tx: &mut Tx,
    batch: &mut Batch,
    app: &AppState,
    facts: &Facts,
    debit: &TransactionRow,
    proceeds: Proceeds,
) -> Result<(), ApiError> {
    let (user_id, currency) = (&facts.payer.user_id, proceeds.total.currency());
    let booking = Booking::of(tx, app, proceeds.movement, user_id, currency).await?;
    booking
        .following(Some(&debit.reference))
        .from(SystemAccount::Exchange, proceeds.worth)
        .to_wallet(proceeds.total)
        .to(SystemAccount::Spread, proceeds.spread)
        .described(proceeds.description)
        .with(proceeds.counterparty)
        .book_in(tx, batch, app)
        .await
}
