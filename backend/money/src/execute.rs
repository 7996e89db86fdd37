//! Execution of a payment, from claiming its key to the commit: every debit takes its locks and checks in the same
//! order.
//!
//! The lock order: the key, the payer, the ledger accounts by identifier, the audit chain. All checked facts are read
//! after the payer was locked, in the transaction that moves the money.

use super::book::Parts;
use super::orders::{self, Order};
use super::proceeds;
use super::statement::{self, Counterparty, Direction, Status, Transaction, TransactionRow};
use super::terms::{Facts, Payment, Terms};
use super::{Call, Kind, Payer, Price, To, agree, alerts, hooks};
use crate::ledger::{self, LedgerError, NewTransfer, SystemAccount};
use axum::http::StatusCode;
use domain_core::money::Amount;
use domain_core::payment::Capped;
use domain_core::validation::{Code, Violation};
use ground::db::{Batch, Tx};
use ground::error::{ApiError, ErrorCode};
use serde_json::{Value, json};
use service::access::{audit, users};
use service::app::AppState;
use service::http::Envelope;
use service::http::idempotency::{self, Answer, Claim};

/// The number of attempts if the database aborts the transaction in favour of a concurrent one. An aborted attempt has
/// no effect, and the key prevents a second payment.
const TRIES: usize = 3;

/// Executes the payment, or returns its result if the key was used before.
///
/// # Errors
/// 403 for restricted users and without a valid grant; 404, 409, 422, 429, 503. An error means that nothing was
/// changed.
pub async fn execute<P: Payment>(call: Call<'_>, payment: &P) -> Result<Answer, ApiError> {
    let Call { app, user_id, .. } = call;
    let key = &call.operation.key;
    let is_used = call.operation.pin.is_some()
        && idempotency::is_known(&mut *app.db.read().await?, user_id, key).await?;
    let entered = match is_used {
        true => None,
        false => call.compare(payment.currency()).await?,
    };
    let entered = entered.as_deref();
    execute_entered(Call { entered, ..call }, payment).await
}

/// Executes the payment, with a PIN that was compared before.
pub(super) async fn execute_entered<P: Payment>(
    call: Call<'_>,
    payment: &P,
) -> Result<Answer, ApiError> {
    for _ in 1..TRIES {
        match attempt(call, payment).await {
            Err(error) if error.is(ErrorCode::Contended) => {}
            done => return done,
        }
    }
    attempt(call, payment).await
}

async fn attempt<P: Payment>(call: Call<'_>, payment: &P) -> Result<Answer, ApiError> {
    let Call {
        app,
        user_id,
        operation,
        ..
    } = call;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if call.entered.is_some() {
        // In the order of whoever decides on an entry.
        users::lock(&mut tx, user_id).await?;
    }
    let mut locks = Batch::default();
    users::lock_settings_in(&mut locks, user_id, now_ms);
    let claimed = idempotency::claim_with(&mut tx, locks, app, user_id, operation).await?;
    if let Claim::Done(replay) = claimed {
        return replay.answer(tx).await;
    }
    let (facts, terms) = agree(&mut tx, call, payment).await?;
    payment.prepare(&mut tx, app, &facts, &terms).await?;
    transfer(&mut tx, P::KIND, &facts, &terms).await?;
    let decided = tx.decided().digest();
    let debit = debit(app, P::KIND, &facts, &terms)?;
    let mut batch = Batch::default();
    let order = write_down(&mut tx, &mut batch, call, P::KIND, &facts, &terms, &debit).await?;
    if let Some(proceeds) = payment.proceeds(&terms) {
        proceeds::credit(&mut tx, &mut batch, app, &facts, &debit, proceeds).await?;
    }
    payment.effects(&mut tx, app, &facts, &terms).await?;
    let answer = answer_of(&debit)?;
    idempotency::finish_in(&mut batch, user_id, &operation.key, &answer);
    let detail = detail(&debit, decided);
    audit::append_in(&mut tx, &mut batch, app, user_id, P::KIND.as_str(), &detail).await?;
    batch.run(&mut tx).await?;
    if P::KIND.spends() {
        hooks::paid(&mut tx, app, &facts.payer, &facts.reference).await?;
    }
    tx.commit().await?;
    match order {
        None => Ok(answer),
        Some(order) => Ok(orders::send_now(app, order).await.unwrap_or(answer)),
    }
}

/// Moves the money, or reserves it for a provider.
async fn transfer<D>(
    tx: &mut Tx,
    kind: Kind,
    facts: &Facts,
    terms: &Terms<D>,
) -> Result<(), ApiError> {
    let transfer = new_transfer(kind, facts, terms)?;
    let moved = match terms.payee.to {
        To::Provider { .. } => ledger::reserve(tx, transfer, facts.now_ms).await,
        To::Wallet { .. } | To::Income(_) | To::Accounts(_) => {
            ledger::record(tx, transfer, facts.now_ms).await
        }
    };
    moved.map_err(|error| refused(error, &facts.payer))
}

/// The transfer of a payment.
pub(super) fn new_transfer<'f, D>(
    kind: Kind,
    facts: &'f Facts,
    terms: &Terms<D>,
) -> Result<NewTransfer<'f>, ApiError> {
    let Price { amount, fee, total } = terms.price;
    let (movement, currency) = (kind.movement(), amount.currency());
    let mut parts = Parts::default().from(facts.payer.wallet_id.as_str(), total);
    parts = match &terms.payee.to {
        To::Wallet { account_id, .. } => parts.to(account_id.as_str(), amount),
        To::Income(account) => parts.to(*account, amount),
        To::Provider { .. } => {
            let account = movement.provider();
            let none = || ApiError::internal("a kind of payment that no provider carries out");
            parts.to(account.ok_or_else(none)?, amount)
        }
        To::Accounts(shares) => shares.iter().fold(parts, |parts, (account, share)| {
            parts.to(account.clone(), *share)
        }),
    };
    Ok(NewTransfer {
        id: &facts.reference,
        kind: movement,
        currency,
        linked_to: None,
        entries: parts
            .to(SystemAccount::Fees, fee)
            .entries(movement, currency)?,
    })
}

/// The payer's statement entry.
pub(super) fn debit<D>(
    app: &AppState,
    kind: Kind,
    facts: &Facts,
    terms: &Terms<D>,
) -> Result<TransactionRow, ApiError> {
    let category = kind.movement().category();
    let category = category.ok_or_else(|| ApiError::internal("a payment without a category"))?;
    let description = match terms.description.trim() {
        "" => kind.movement().description(),
        given => given,
    };
    let status = match terms.payee.to {
        To::Provider { .. } => Status::Processing,
        To::Wallet { .. } | To::Income(_) | To::Accounts(_) => Status::Successful,
    };
    Ok(TransactionRow {
        id: app.random.id(facts.now_ms),
        user_id: facts.payer.user_id.clone(),
        reference: facts.reference.clone(),
        ledger_transfer_id: facts.reference.clone(),
        category,
        direction: Direction::Debit,
        status,
        currency: terms.price.amount.currency(),
        gross: terms.price.amount,
        charge: terms.price.fee,
        net: terms.price.total,
        description: description.to_owned(),
        counterparty: terms.payee.counterparty.clone(),
        payee: match kind.capped() {
            Capped::Always => Some(terms.payee.name.clone()),
            Capped::ToOthers => facts.recipient.clone(),
            Capped::Never => None,
        },
        comment: None,
        token: None,
        owes_token: false,
        created_at_ms: facts.now_ms,
    })
}

/// The statement entry of the member whose wallet is paid.
pub(super) fn credit(
    app: &AppState,
    facts: &Facts,
    debit: &TransactionRow,
    user_id: &str,
) -> TransactionRow {
    TransactionRow {
        id: app.random.id(facts.now_ms),
        user_id: user_id.to_owned(),
        direction: Direction::Credit,
        charge: Amount::zero(debit.currency),
        net: debit.gross,
        counterparty: Some(Counterparty {
            name: facts.payer.name.clone(),
            account_number: None,
            bank_name: None,
            wallet_number: Some(facts.payer.wallet_number.clone()),
        }),
        payee: None,
        ..debit.clone()
    }
}

/// The audit entry of a payment.
pub(super) fn detail(debit: &TransactionRow, decided: Option<String>) -> Value {
    json!({ "reference": debit.reference, "currency": debit.currency, "net": debit.net, "decided": decided })
}

/// Writes the statement entries, notifies a member of a credit, and stores a provider's order.
async fn write_down<D>(
    tx: &mut Tx,
    batch: &mut Batch,
    call: Call<'_>,
    kind: Kind,
    facts: &Facts,
    terms: &Terms<D>,
    debit: &TransactionRow,
) -> Result<Option<Order>, ApiError> {
    let Call { app, operation, .. } = call;
    statement::insert_in(batch, debit)?;
    match &terms.payee.to {
        To::Income(_) | To::Accounts(_) => Ok(None),
        To::Wallet { user_id, .. } => {
            let credit = credit(app, facts, debit, user_id);
            statement::insert_in(batch, &credit)?;
            alerts::credited(tx, app, &credit).await?;
            Ok(None)
        }
        To::Provider { payload, .. } => {
            let order = Order::new(kind, debit, payload.clone(), &operation.key);
            orders::insert(tx, &app.config.keys, &order).await?;
            Ok(Some(order))
        }
    }
}

/// The payer's response: 202 while it is being processed.
pub(super) fn answer_of(row: &TransactionRow) -> Result<Answer, ApiError> {
    let status = if row.status == Status::Processing {
        StatusCode::ACCEPTED
    } else {
        StatusCode::CREATED
    };
    let body = Envelope {
        data: Transaction::from(row),
        message: None,
    };
    let body = serde_json::to_value(body).map_err(ApiError::internal)?;
    Ok(Answer::new(status, body))
}

/// Translates an error of the ledger for the user. Other errors are internal.
fn refused(error: LedgerError, payer: &Payer) -> ApiError {
    match error {
        LedgerError::Insufficient { account_id } if account_id == payer.wallet_id => {
            let message = "you cannot withdraw above your available balance";
            ApiError::refused(vec![
                Violation::new("amount", Code::InsufficientBalance).saying(message),
            ])
        }
        LedgerError::Overflow { .. } => {
            ApiError::refused(vec![Violation::new("amount", Code::OutOfRange)])
        }
        LedgerError::Closed { .. } => ApiError::new(
            ErrorCode::NoSuchWallet,
            "The wallet that you are paying has just been closed.",
        ),
        other => other.into(),
    }
}
