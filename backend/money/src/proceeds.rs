//! Proceeds of a payment in another currency: a second transfer, linked to the first, in the same transaction.

use super::Facts;
use super::book::{self, Booking, Parts};
use super::statement::{Counterparty, TransactionRow, new_reference};
use crate::ledger::SystemAccount;
use domain_core::money::Amount;
use domain_core::payment::Movement;
use ground::db::{Batch, Tx};
use ground::error::ApiError;
use service::app::AppState;

/// The receiver of proceeds.
#[derive(Debug, Clone)]
pub enum Receiver {
    /// The payer's wallet of their currency.
    Wallet {
        description: String,
        /// The price, for the statement.
        counterparty: Counterparty,
    },
    /// Another account of the payer, which is in no statement.
    Account(String),
}

/// The proceeds of a coin sale or a conversion.
#[derive(Debug, Clone)]
pub struct Proceeds {
    pub movement: Movement,
    /// The value of the debit.
    pub worth: Amount,
    /// The part that the house keeps.
    pub spread: Amount,
    /// The amount credited.
    pub total: Amount,
    pub to: Receiver,
}

/// Credits the proceeds of a debit to the payer; a wallet's with a statement line.
pub(super) async fn credit(
    tx: &mut Tx,
    batch: &mut Batch,
    app: &AppState,
    facts: &Facts,
    debit: &TransactionRow,
    proceeds: Proceeds,
) -> Result<(), ApiError> {
    let (user_id, currency) = (&facts.payer.user_id, proceeds.total.currency());
    let (description, counterparty) = match proceeds.to {
        Receiver::Wallet {
            description,
            counterparty,
        } => (description, counterparty),
        Receiver::Account(id) => {
            let parts = Parts::default()
                .from(SystemAccount::Exchange, proceeds.worth)
                .to(id, proceeds.total)
                .to(SystemAccount::Spread, proceeds.spread);
            let reference = new_reference(app.random);
            let references = (reference.as_str(), Some(debit.reference.as_str()));
            return book::shift(tx, app, proceeds.movement, references, parts, currency).await;
        }
    };
    let booking = Booking::of(tx, app, proceeds.movement, user_id, currency).await?;
    booking
        .following(Some(&debit.reference))
        .from(SystemAccount::Exchange, proceeds.worth)
        .to_wallet(proceeds.total)
        .to(SystemAccount::Spread, proceeds.spread)
        .described(description)
        .with(counterparty)
        .book_in(tx, batch, app)
        .await
}
