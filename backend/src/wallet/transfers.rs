//! Money from one wallet to another: at once, in one transaction.

use super::payee;
use super::quotes;
use crate::access::users::User;
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::http::Envelope;
use crate::http::idempotency::{self, Answer, Claim, Operation};
use crate::http::limits::{MONEY, count_in};
use crate::http::valid::judge;
use crate::ledger::{self, Entry, NewTransfer, SystemAccount};
use crate::payment::accounts;
use crate::payment::grant::PinAuthorisation;
use crate::payment::payee::{Payee, WalletPayee};
use crate::payment::rates;
use crate::payment::statement;
use crate::payment::statement::TransactionRow;
use crate::payment::statement::{
    Category, Counterparty, Direction, Status, Transaction, new_reference,
};
use crate::payment::{alerts, caution as caps, execute as spend};
use axum::http::StatusCode;
use domain_core::money::Currency;
use domain_core::wallet::transfer::{Quote, WalletTransferContext};
use domain_core::wallet::{Destination, WalletTransfer};

/// What a person asks for.
pub struct Request {
    pub form: WalletTransfer,
    /// Of the wallet that pays.
    pub currency: Currency,
    pub quote_id: Option<String>,
}

/// Moves the money.
///
/// # Errors
/// 404, 409, 422 and those of the authorisation; nothing has happened then.
pub async fn transfer(
    app: &AppState,
    payer: &User,
    operation: &Operation,
    grant: &PinAuthorisation,
    request: &Request,
) -> Result<Answer, ApiError> {
    let mut tx = app.db.begin().await?;
    if let Claim::Done(answer) = idempotency::claim(&mut tx, app, &payer.id, operation).await? {
        return Ok(answer);
    }
    spend::may_spend(payer)?;
    let wallet = accounts::find(tx.connection(), &payer.id, request.currency)
        .await?
        .ok_or_else(ApiError::not_found)?;
    let rates = rates::all(tx.connection()).await?;
    let context = WalletTransferContext {
        currency: request.currency.into(),
        ledger_balance: wallet.available.into(),
        rates: Some(rates.clone()),
        own_wallet_number: Some(wallet.wallet_number.clone()),
        cap: None,
    };
    judge(&request.form, &context)?;
    let payee = payee::wallet(tx.connection(), payer, &request.form.wallet_number).await?;
    payee::same_currency(&payee, request.currency)?;
    let quote = quotes::price(
        &request.form.amount,
        request.currency,
        Destination::Wallet,
        &rates,
    )?;
    let to = Payee::Wallet(payee.clone());
    let now_ms = app.clock.now_ms();
    if let Some(id) = &request.quote_id {
        quotes::check_unchanged(&mut tx, payer, id, &to, &quote, now_ms).await?;
    }
    let authorised = spend::Authorised {
        action: "wallet_transfer",
        amount: quote.amount,
        payee: to.text(),
        operation,
        grant,
    };
    authorised.consume(&mut tx, app, payer).await?;
    count_in(&mut tx, app, MONEY, &payer.id).await?;
    if let Some(cap) = caps::hold(&mut tx, app, payer, &to, request.currency, &rates).await? {
        let cap = Some(cap.amount.into());
        judge(&request.form, &WalletTransferContext { cap, ..context })?;
    }
    let reference = new_reference(app.random);
    move_money(
        &mut tx,
        app,
        &wallet.id,
        &payee.wallet_id,
        &quote,
        &reference,
    )
    .await
    .map_err(|error| spend::refused(error, &wallet))?;
    let sent = write_statements(
        &mut tx,
        app,
        payer,
        &wallet,
        &payee,
        &quote,
        &request.form.description,
        &reference,
    )
    .await?;
    let answer = spend::answer(
        StatusCode::CREATED,
        &Envelope {
            data: Transaction::from(&sent),
            message: None,
        },
    )?;
    idempotency::finish(&mut tx, &payer.id, operation, &answer).await?;
    spend::log(&mut tx, app, payer, "wallet_transfer", &sent).await?;
    tx.commit().await?;
    Ok(answer)
}

async fn move_money(
    tx: &mut Tx,
    app: &AppState,
    from: &str,
    to: &str,
    quote: &Quote,
    reference: &str,
) -> Result<(), ledger::LedgerError> {
    let now_ms = app.clock.now_ms();
    let currency = quote.amount.currency();
    let minor =
        |amount: &domain_core::money::Amount| amount.minor().ok_or(ledger::LedgerError::Unbalanced);
    let mut entries = vec![
        Entry::new(from, -minor(&quote.total)?),
        Entry::new(to, minor(&quote.amount)?),
    ];
    if !quote.fee.is_zero() {
        let fees = ledger::system_account(tx, SystemAccount::Fees, currency, now_ms).await?;
        entries.push(Entry::new(fees, minor(&quote.fee)?));
    }
    ledger::record(
        tx,
        NewTransfer {
            id: reference,
            kind: "wallet_transfer",
            currency,
            linked_to: None,
            entries,
        },
        now_ms,
    )
    .await
}

#[allow(clippy::too_many_arguments, reason = "two statements need both sides")]
async fn write_statements(
    tx: &mut Tx,
    app: &AppState,
    payer: &User,
    wallet: &accounts::WalletRow,
    payee: &WalletPayee,
    quote: &Quote,
    description: &str,
    reference: &str,
) -> Result<TransactionRow, ApiError> {
    let now_ms = app.clock.now_ms();
    let description = if description.trim().is_empty() {
        "Wallet transfer"
    } else {
        description.trim()
    };
    let sent = TransactionRow {
        id: app.random.id(now_ms),
        user_id: payer.id.clone(),
        reference: reference.to_owned(),
        ledger_transfer_id: reference.to_owned(),
        category: Category::WalletTransfer,
        direction: Direction::Debit,
        status: Status::Successful,
        currency: wallet.currency,
        gross: quote.amount,
        charge: quote.fee,
        net: quote.total,
        description: description.to_owned(),
        counterparty: Some(Payee::Wallet(payee.clone()).counterparty()),
        comment: None,
        created_at_ms: now_ms,
    };
    let sender = Counterparty {
        name: payer.name.clone(),
        account_number: None,
        bank_name: None,
        wallet_number: Some(wallet.wallet_number.clone()),
    };
    let received = TransactionRow {
        id: app.random.id(now_ms),
        user_id: payee.user_id.clone(),
        direction: Direction::Credit,
        charge: domain_core::money::Amount::zero(wallet.currency),
        net: quote.amount,
        counterparty: Some(sender),
        ..sent.clone()
    };
    statement::insert(tx, &sent).await?;
    statement::insert(tx, &received).await?;
    alerts::credited(tx, app, &received).await?;
    Ok(sent)
}
