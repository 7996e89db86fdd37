//! What a payer gets for a payment in another currency: a second transfer, linked to the first, in the same transaction.

use super::statement::{self, Counterparty, Direction, Status, TransactionRow, new_reference};
use super::{Facts, accounts};
use crate::app::AppState;
use crate::db::{Batch, Tx};
use crate::error::ApiError;
use crate::ledger::{self, Entry, LedgerError, NewTransfer, SystemAccount};
use domain_core::money::Amount;
use domain_core::payment::Category;
use domain_core::validation::{Code, Violation};

/// What coins were sold for.
#[derive(Debug, Clone)]
pub struct Proceeds {
    /// What they are worth.
    pub worth: Amount,
    /// What the house keeps of it.
    pub spread: Amount,
    /// What arrives in the wallet of its currency.
    pub total: Amount,
    pub description: String,
    /// The price, as the statement shows it.
    pub counterparty: Counterparty,
}

/// Pays the proceeds of a debit to the payer, and writes them into the statement.
pub(super) async fn credit(
    tx: &mut Tx,
    batch: &mut Batch,
    app: &AppState,
    facts: &Facts,
    debit: &TransactionRow,
    proceeds: Proceeds,
) -> Result<(), ApiError> {
    let currency = proceeds.total.currency();
    let wallet = accounts::find(tx.connection(), &facts.payer.user_id, currency).await?;
    let wallet = wallet.ok_or_else(ApiError::not_found)?;
    let beyond = || ApiError::refused(vec![Violation::new("amount", Code::OutOfRange)]);
    let minor = |amount: &Amount| amount.minor().ok_or_else(beyond);
    let reference = new_reference(app.random);
    let mut entries = vec![
        Entry::new(
            SystemAccount::Exchange.id(currency),
            -minor(&proceeds.worth)?,
        ),
        Entry::new(wallet.id, minor(&proceeds.total)?),
    ];
    if !proceeds.spread.is_zero() {
        entries.push(Entry::new(
            SystemAccount::Spread.id(currency),
            minor(&proceeds.spread)?,
        ));
    }
    let transfer = NewTransfer {
        id: &reference,
        kind: "coin_proceeds",
        currency,
        linked_to: Some(&debit.reference),
        entries,
    };
    let recorded = ledger::record(tx, transfer, facts.now_ms).await;
    recorded.map_err(|error| match error {
        LedgerError::Overflow { .. } => beyond(),
        other => other.into(),
    })?;
    let line = TransactionRow {
        id: app.random.id(facts.now_ms),
        user_id: facts.payer.user_id.clone(),
        reference: reference.clone(),
        ledger_transfer_id: reference,
        category: Category::CryptoProceeds,
        direction: Direction::Credit,
        status: Status::Successful,
        currency,
        gross: proceeds.worth,
        charge: proceeds.spread,
        net: proceeds.total,
        description: proceeds.description,
        counterparty: Some(proceeds.counterparty),
        payee: None,
        comment: None,
        token: None,
        owes_token: false,
        created_at_ms: facts.now_ms,
    };
    Ok(statement::insert_in(batch, &line)?)
}
