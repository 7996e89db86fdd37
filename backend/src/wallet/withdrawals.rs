//! Money from a wallet to a bank account: reserved first, then paid out, then posted or given back.

use super::payee;
use super::quotes;
use super::store::beneficiaries;
use crate::access::users::User;
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::Envelope;
use crate::http::idempotency::{self, Answer, Claim, Operation};
use crate::http::limits::{MONEY, count_in};
use crate::http::valid::judge;
use crate::ledger::{self, Entry, LedgerError, NewTransfer, SystemAccount};
use crate::payment::accounts;
use crate::payment::grant::PinAuthorisation;
use crate::payment::orders::{self as payouts, PayoutRow};
use crate::payment::payee::{BankPayee, Payee};
use crate::payment::rates;
use crate::payment::statement;
use crate::payment::statement::TransactionRow;
use crate::payment::statement::{Category, Direction, Status, Transaction, new_reference};
use crate::payment::{caution as caps, execute as spend};
use axum::http::StatusCode;
use domain_core::money::{Amount, Currency};
use domain_core::validation::Code;
use domain_core::wallet::transfer::Quote;
use domain_core::wallet::withdrawal::WithdrawContext;
use domain_core::wallet::{Destination, Withdraw};

/// What a person asks for.
pub struct Request {
    pub form: Withdraw,
    /// Of the wallet that pays.
    pub currency: Currency,
    pub quote_id: Option<String>,
    pub save_beneficiary: bool,
}

/// Reserves the money, asks the bank to pay it out, and settles what the bank answers.
///
/// The first transaction stores the answer `PROCESSING` under the call's key; the settlement replaces it. So a server
/// that dies in between leaves no call running for ever: the reconcile job finishes it.
///
/// # Errors
/// 404, 409, 422, 503 and those of the authorisation; nothing has happened then.
pub async fn withdraw(
    app: &AppState,
    payer: &User,
    operation: &Operation,
    grant: &PinAuthorisation,
    request: &Request,
) -> Result<Answer, ApiError> {
    let known = match &request.quote_id {
        Some(id) => quotes::quoted_bank(app, payer, id).await?,
        None => None,
    };
    let mut tx = app.db.begin().await?;
    if let Claim::Done(answer) = idempotency::claim(&mut tx, app, &payer.id, operation).await? {
        return Ok(answer);
    }
    spend::may_spend(payer)?;
    let wallet = accounts::find(tx.connection(), &payer.id, request.currency)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let rates = rates::all(tx.connection()).await?;
    let context = WithdrawContext {
        currency: request.currency.into(),
        ledger_balance: wallet.available.into(),
        rates: Some(rates.clone()),
        destination: Some(Destination::Bank),
        tariffs: None,
        today: None,
        cap: None,
    };
    judge(&request.form, &context)?;
    let (mut tx, bank) = match named(&request.form, known) {
        Some(bank) => (tx, bank),
        None if !request.form.bank_account_id.trim().is_empty() => {
            let bank =
                payee::saved(tx.connection(), payer, request.form.bank_account_id.trim()).await?;
            (tx, bank)
        }
        None => {
            // The bank is not asked while a transaction is open. What was read before is judged again by the ledger.
            tx.rollback().await?;
            let bank =
                payee::enquired(app, &request.form.bank_code, &request.form.account_number).await?;
            let mut tx = app.db.begin().await?;
            if let Claim::Done(answer) =
                idempotency::claim(&mut tx, app, &payer.id, operation).await?
            {
                return Ok(answer);
            }
            (tx, bank)
        }
    };
    check_name(&request.form, &bank)?;
    let quote = quotes::price(
        &request.form.amount,
        request.currency,
        Destination::Bank,
        &rates,
    )?;
    let to = Payee::Bank(bank.clone());
    let now_ms = app.clock.now_ms();
    if let Some(id) = &request.quote_id {
        quotes::check_unchanged(&mut tx, payer, id, &to, &quote, now_ms).await?;
    }
    let authorised = spend::Authorised {
        action: "withdraw",
        amount: quote.amount,
        payee: to.text(),
        operation,
        grant,
    };
    authorised.consume(&mut tx, app, payer).await?;
    count_in(&mut tx, app, MONEY, &payer.id).await?;
    if let Some(cap) = caps::hold(&mut tx, app, payer, &to, request.currency, &rates).await? {
        let cap = Some(cap.amount.into());
        judge(&request.form, &WithdrawContext { cap, ..context })?;
    }

    let reference = new_reference(app.random);
    let settlement =
        ledger::system_account(&mut tx, SystemAccount::Settlement, request.currency, now_ms)
            .await?;
    let fees =
        ledger::system_account(&mut tx, SystemAccount::Fees, request.currency, now_ms).await?;
    let entries = entries(&wallet.id, settlement, fees, &quote)?;
    let transfer = NewTransfer {
        id: &reference,
        kind: "withdrawal",
        currency: request.currency,
        linked_to: None,
        entries,
    };
    ledger::reserve(&mut tx, transfer, now_ms)
        .await
        .map_err(|error| spend::refused(error, &wallet))?;

    let row = statement(
        app,
        payer,
        &reference,
        &quote,
        &to,
        &request.form.description,
    );
    statement::insert(&mut tx, &row).await?;
    let payout = payout(payer, operation, &row, &bank);
    payouts::insert(&mut tx, &payout, now_ms + payouts::HELD_MS).await?;
    if request.save_beneficiary {
        let saved = beneficiaries::BeneficiaryRow {
            id: app.random.id(now_ms),
            user_id: payer.id.clone(),
            bank_code: bank.bank_code,
            bank_name: bank.bank_name,
            account_number: bank.account_number,
            account_name: bank.account_name,
            is_default: false,
        };
        beneficiaries::save(&mut tx, &saved, now_ms).await?;
    }
    let processing = spend::answer(
        StatusCode::ACCEPTED,
        &Envelope {
            data: Transaction::from(&row),
            message: None,
        },
    )?;
    idempotency::finish(&mut tx, &payer.id, operation, &processing).await?;
    spend::log(&mut tx, app, payer, "withdraw", &row).await?;
    tx.commit().await?;

    // Goes on even when the caller hangs up.
    let (app, user_id) = (app.clone(), payer.id.clone());
    let paying = tokio::spawn(async move {
        payouts::send(&app, &payout).await;
        statement::find(&mut *app.db.read().await?, &user_id, &payout.reference).await
    });
    match paying.await {
        Ok(Ok(Some(row))) => answer_of(&row),
        // The money is reserved and the payout is on its way: that much is sure.
        Ok(_) | Err(_) => Ok(processing),
    }
}

/// What the caller is told about a withdrawal: 202 while it is being processed.
///
/// # Errors
/// 500 when it is no JSON.
pub fn answer_of(row: &TransactionRow) -> Result<Answer, ApiError> {
    let status = if row.status == Status::Processing {
        StatusCode::ACCEPTED
    } else {
        StatusCode::CREATED
    };
    spend::answer(
        status,
        &Envelope {
            data: Transaction::from(row),
            message: None,
        },
    )
}

/// The quoted account, when it is the one that the form names.
fn named(form: &Withdraw, known: Option<BankPayee>) -> Option<BankPayee> {
    let is_new = form.bank_account_id.trim().is_empty();
    known.filter(|known| {
        is_new
            && known.bank_code == form.bank_code.trim()
            && known.account_number == form.account_number
    })
}

/// A new account's name is the bank's, not the client's.
fn check_name(form: &Withdraw, bank: &BankPayee) -> Result<(), ApiError> {
    let plain = |name: &str| {
        name.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .to_lowercase()
    };
    let is_saved = !form.bank_account_id.trim().is_empty();
    if is_saved || plain(&form.account_name) == plain(&bank.account_name) {
        return Ok(());
    }
    Err(ApiError::refused_field(
        "account_name",
        Code::Mismatch,
        "The bank knows this account under another name.",
    ))
}

/// The wallet gives amount and charges; the amount goes to the bank, the charges are ours.
fn entries(
    wallet_id: &str,
    settlement: String,
    fees: String,
    quote: &Quote,
) -> Result<Vec<Entry>, ApiError> {
    let minor = |amount: &Amount| {
        amount
            .minor()
            .ok_or_else(|| ApiError::internal(LedgerError::Unbalanced))
    };
    let mut entries = vec![
        Entry::new(wallet_id, -minor(&quote.total)?),
        Entry::new(settlement, minor(&quote.amount)?),
    ];
    if !quote.fee.is_zero() {
        entries.push(Entry::new(fees, minor(&quote.fee)?));
    }
    Ok(entries)
}

fn statement(
    app: &AppState,
    payer: &User,
    reference: &str,
    quote: &Quote,
    to: &Payee,
    description: &str,
) -> TransactionRow {
    let now_ms = app.clock.now_ms();
    let description = if description.trim().is_empty() {
        "Bank transfer"
    } else {
        description.trim()
    };
    TransactionRow {
        id: app.random.id(now_ms),
        user_id: payer.id.clone(),
        reference: reference.to_owned(),
        ledger_transfer_id: reference.to_owned(),
        category: Category::Withdraw,
        direction: Direction::Debit,
        status: Status::Processing,
        currency: quote.amount.currency(),
        gross: quote.amount,
        charge: quote.fee,
        net: quote.total,
        description: description.to_owned(),
        counterparty: Some(to.counterparty()),
        comment: None,
        created_at_ms: now_ms,
    }
}

fn payout(
    payer: &User,
    operation: &Operation,
    row: &TransactionRow,
    bank: &BankPayee,
) -> PayoutRow {
    PayoutRow {
        reference: row.reference.clone(),
        user_id: payer.id.clone(),
        ledger_transfer_id: row.ledger_transfer_id.clone(),
        bank_code: bank.bank_code.clone(),
        bank_name: bank.bank_name.clone(),
        account_number: bank.account_number.clone(),
        account_name: bank.account_name.clone(),
        currency: row.currency,
        amount: row.gross,
        description: row.description.clone(),
        route: operation.route.clone(),
        idempotency_key: operation.key.clone(),
        attempts: 0,
        created_at_ms: row.created_at_ms,
    }
}
