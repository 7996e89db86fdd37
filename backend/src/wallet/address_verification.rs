//! Paying for the verification of one's address: once, from the naira wallet. (Document 1, section 9.)

use crate::access::users;
use crate::access::users::User;
use crate::app::AppState;
use crate::error::ApiError;
use crate::http::Envelope;
use crate::http::idempotency::{self, Answer, Claim, Operation};
use crate::http::limits::{MONEY, count_in};
use crate::http::valid::judge;
use crate::identity::profile;
use crate::ledger::{self, Entry, LedgerError, NewTransfer, SystemAccount};
use crate::payment::accounts;
use crate::payment::execute as spend;
use crate::payment::grant::PinAuthorisation;
use crate::payment::statement;
use crate::payment::statement::TransactionRow;
use crate::payment::statement::{Category, Direction, Status, Transaction, new_reference};
use axum::http::StatusCode;
use domain_core::calendar::Date;
use domain_core::identity::address::{AddressFee, AddressFeeInput, fee, pending_until};
use domain_core::money::{Amount, Currency};
use domain_core::validation::{Code, Violation};

/// The payee that a PIN authorises.
pub const PAYEE: &str = "address-verification";
const DESCRIPTION: &str = "Address verification";

/// What it costs a person now.
pub fn invoice(app: &AppState, user: &User) -> AddressFee {
    fee(&AddressFeeInput {
        pending: user.known.address_is_pending(&app.clock.today()),
        verified: user.known.address_verified_at_ms.is_some(),
    })
}

/// Takes the fee, and starts the verification.
///
/// # Errors
/// 409 when one is under way or done: nothing is due twice; 422 without an address, or without the money; those of the
/// authorisation. Nothing has happened then.
pub async fn pay(
    app: &AppState,
    user_id: &str,
    operation: &Operation,
    grant: &PinAuthorisation,
) -> Result<Answer, ApiError> {
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if let Claim::Done(answer) = idempotency::claim(&mut tx, app, user_id, operation).await? {
        return Ok(answer);
    }
    // In the order in which every payment takes its locks.
    count_in(&mut tx, app, MONEY, user_id).await?;
    // Whoever pays at the same time, under another key, waits here and finds it paid.
    users::lock_settings(&mut tx, user_id, now_ms).await?;
    let user = users::find(tx.connection(), user_id).await?;
    let payer = user.ok_or_else(ApiError::unauthenticated)?;
    spend::may_spend(&payer)?;
    let invoice = invoice(app, &payer);
    if invoice.due.is_zero() {
        let message = "There is nothing to pay: this address is verified, or being verified.";
        return Err(ApiError::conflict("nothing_due", message));
    }
    let address = profile::address_form(&payer.profile);
    judge(&address, &profile::address_context(&address))?;
    let wallet = accounts::find(tx.connection(), &payer.id, Currency::Ngn)
        .await?
        .ok_or_else(ApiError::not_found)?;
    if wallet.available < invoice.due {
        return Err(ApiError::refused(vec![low(
            &wallet.available,
            &invoice.due,
        )]));
    }
    let authorised = spend::Authorised {
        action: "address_verification",
        amount: invoice.due,
        payee: PAYEE.into(),
        operation,
        grant,
    };
    authorised.consume(&mut tx, app, &payer).await?;

    let reference = new_reference(app.random);
    let due_minor = invoice
        .due
        .minor()
        .ok_or_else(|| ApiError::internal(LedgerError::Unbalanced))?;
    let fees = ledger::system_account(&mut tx, SystemAccount::Fees, Currency::Ngn, now_ms).await?;
    let transfer = NewTransfer {
        id: &reference,
        kind: "address_verification",
        currency: Currency::Ngn,
        linked_to: None,
        entries: vec![
            Entry::new(&wallet.id, -due_minor),
            Entry::new(fees, due_minor),
        ],
    };
    ledger::record(&mut tx, transfer, now_ms)
        .await
        .map_err(|error| spend::refused(error, &wallet))?;
    let row = TransactionRow {
        id: app.random.id(now_ms),
        user_id: payer.id.clone(),
        reference: reference.clone(),
        ledger_transfer_id: reference,
        category: Category::AddressVerification,
        direction: Direction::Debit,
        status: Status::Successful,
        currency: Currency::Ngn,
        gross: invoice.amount,
        charge: invoice.fee,
        net: invoice.due,
        description: DESCRIPTION.into(),
        counterparty: None,
        comment: None,
        created_at_ms: now_ms,
    };
    statement::insert(&mut tx, &row).await?;
    let today = Date::parse(&app.clock.today()).unwrap_or(Date::MIN);
    let until = pending_until(today).map(Date::text);
    users::set_address_verification(&mut tx, &payer.id, None, until.as_deref(), now_ms).await?;
    let answer = spend::answer(
        StatusCode::CREATED,
        &Envelope {
            data: Transaction::from(&row),
            message: None,
        },
    )?;
    idempotency::finish(&mut tx, &payer.id, operation, &answer).await?;
    spend::log(&mut tx, app, &payer, "address_verification_paid", &row).await?;
    tx.commit().await?;
    Ok(answer)
}

fn low(available: &Amount, due: &Amount) -> Violation {
    let message = ["Your balance is low. NGN ", &available.text()].concat();
    Violation::new("amount", Code::InsufficientBalance)
        .with("limit", due)
        .with("value", available)
        .saying(message)
}
