//! Crediting what the card company has confirmed.

use crate::app::AppState;
use crate::db::{DbError, Tx};
use crate::error::ApiError;
use crate::ledger::{self, Entry, LedgerError, NewTransfer, SystemAccount};
use crate::outbound::card::CardPayment;
use crate::payment::statement::{self, Category, Direction, Status, TransactionRow, new_reference};
use crate::payment::{accounts, alerts};
use crate::queue;
use crate::wallet::arrivals::{self, Arrived};
use crate::wallet::late;
use crate::wallet::store::cards::{self, CheckoutRow, CheckoutState, PaymentRow};
use domain_core::money::Amount;
use domain_core::wallet::arrival::arrived;
use domain_core::wallet::card::{Difference, difference};
use domain_core::wallet::funding::{FundingMethod, FundingQuote};

/// Counted by reason: `less`, `more`, `currency`, `again`, `held`, `contradicts`.
const DIFFERENCES: &str = "ajo_card_differences_total";
const DESCRIPTION: &str = "Card payment received";

/// Why a payment was not credited.
enum Failure {
    /// The wallet cannot take it.
    Held,
    Error(ApiError),
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        Self::Error(error)
    }
}

impl From<DbError> for Failure {
    fn from(error: DbError) -> Self {
        Self::Error(error.into())
    }
}

/// Credits a payment once, in one transaction with the note that it was. One that no wallet can take is held.
///
/// # Errors
/// The database failed: nothing was done.
pub async fn settle(app: &AppState, tx_ref: &str, paid: &CardPayment) -> Result<(), ApiError> {
    match book(app, tx_ref, paid, true).await {
        Err(Failure::Held) => match book(app, tx_ref, paid, false).await {
            Ok(()) => Ok(()),
            Err(Failure::Held) => Err(ApiError::internal("a held payment was to be credited")),
            Err(Failure::Error(error)) => Err(error),
        },
        Err(Failure::Error(error)) => Err(error),
        Ok(()) => Ok(()),
    }
}

async fn book(
    app: &AppState,
    tx_ref: &str,
    paid: &CardPayment,
    credits: bool,
) -> Result<(), Failure> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    cards::lock(&mut tx, tx_ref).await?;
    let checkout = cards::find(tx.connection(), tx_ref).await?;
    let checkout = checkout.ok_or_else(ApiError::not_found)?;
    let before = cards::payments(tx.connection(), tx_ref).await?;
    let differs = difference(checkout.charged, paid.amount, before.is_empty());
    let reference = new_reference(app.random);
    let row = PaymentRow {
        provider_reference: paid.id.clone(),
        tx_ref: tx_ref.to_owned(),
        amount: paid.amount,
        reference: credits.then(|| reference.clone()),
        difference: differs,
    };
    if !cards::insert_payment(&mut tx, &row, now_ms).await? {
        let known = cards::payment(tx.connection(), &paid.id).await?;
        if known.is_none_or(|known| (known.amount, known.tx_ref) != (row.amount, row.tx_ref)) {
            tracing::error!(
                tx_ref,
                "the card company reported one payment with two sets of facts"
            );
            app.metrics.refused(DIFFERENCES, "contradicts");
        }
        // What was seen here lasts once this is committed: SQLite commits several transactions together.
        return Ok(tx.commit().await?);
    }
    let state = match credits {
        true => CheckoutState::Paid,
        false => CheckoutState::Held,
    };
    cards::set_state(&mut tx, tx_ref, state, now_ms).await?;
    // Other payments of the checkout are looked for at once.
    queue::reschedule(&mut tx, queue::Kind::Card, tx_ref, now_ms).await?;
    if credits {
        credit(&mut tx, app, &checkout, paid, &reference, differs, now_ms).await?;
    }
    tx.commit().await?;
    for reason in differs
        .map(Difference::as_str)
        .into_iter()
        .chain((!credits).then_some("held"))
    {
        tracing::error!(
            tx_ref,
            reason,
            "a card payment differs from what was asked for"
        );
        app.metrics.refused(DIFFERENCES, reason);
    }
    Ok(())
}

async fn credit(
    tx: &mut Tx,
    app: &AppState,
    checkout: &CheckoutRow,
    paid: &CardPayment,
    reference: &str,
    differs: Option<Difference>,
    now_ms: i64,
) -> Result<(), Failure> {
    let currency = paid.amount.currency();
    let arrived = arrived(FundingMethod::Card, paid.amount).map_err(|_| Failure::Held)?;
    let wallet = accounts::find(tx.connection(), &checkout.user_id, currency).await?;
    let wallet = wallet.ok_or(Failure::Held)?;
    let meant_for = checkout.meant_for.as_ref();
    arrivals::hold(tx, app, &checkout.user_id, meant_for).await?;
    late::admit(tx, app, &checkout.user_id, &wallet.id, "card").await?;
    let transfer = NewTransfer {
        id: reference,
        kind: "card_funding",
        currency,
        linked_to: None,
        entries: entries(&wallet.id, paid.amount, &arrived)?,
    };
    ledger::record(tx, transfer, now_ms)
        .await
        .map_err(|error| match error {
            LedgerError::Overflow { .. } => Failure::Held,
            other => Failure::Error(other.into()),
        })?;
    let money = Arrived {
        user_id: &checkout.user_id,
        amount: arrived.credited,
        reference,
        meant_for,
    };
    // Money that names no purpose comes from banks.
    let stays = match meant_for {
        Some(_) => arrivals::arrived(tx, app, money).await?,
        None => None,
    };
    let differs = differs.map(|differs| differs.message(checkout.charged, paid.amount));
    let comments: Vec<String> = differs.into_iter().chain(stays).collect();
    let line = TransactionRow {
        id: app.random.id(now_ms),
        user_id: checkout.user_id.clone(),
        reference: reference.to_owned(),
        ledger_transfer_id: reference.to_owned(),
        category: Category::Funding,
        direction: Direction::Credit,
        status: Status::Successful,
        currency,
        gross: paid.amount,
        charge: arrived.fee,
        net: arrived.credited,
        description: DESCRIPTION.into(),
        counterparty: None,
        payee: None,
        comment: Some(comments.join(" ")).filter(|text| !text.is_empty()),
        token: None,
        owes_token: false,
        created_at_ms: now_ms,
    };
    statement::insert(tx, &line).await?;
    alerts::credited(tx, app, &line).await?;
    Ok(())
}

/// card → wallet, and card → surcharge.
fn entries(wallet_id: &str, paid: Amount, arrived: &FundingQuote) -> Result<Vec<Entry>, ApiError> {
    let currency = paid.currency();
    let minor = |amount: Amount| {
        amount
            .minor()
            .ok_or_else(|| ApiError::internal("an amount beyond the ledger"))
    };
    let mut entries = vec![Entry::new(SystemAccount::Card.id(currency), -minor(paid)?)];
    for (account, amount) in [
        (wallet_id.to_owned(), arrived.credited),
        (SystemAccount::Surcharge.id(currency), arrived.fee),
    ] {
        if !amount.is_zero() {
            entries.push(Entry::new(account, minor(amount)?));
        }
    }
    Ok(entries)
}
