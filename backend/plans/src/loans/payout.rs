//! Consequences of a decision: payout of the loan, or refund of the fee.

use super::counterparty;
use super::notices;
use super::terms::schedule_of;
use crate::store::instalments::{self, InstalmentRow};
use crate::store::loans::{self, Change as Changed};
use crate::store::members;
use crate::store::subscriptions::SubscriptionRow;
use domain_core::money::Amount;
use domain_core::payment::Movement;
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::schedule::LoanInstalment;
use domain_core::status::Status;
use domain_core::wallet::caution::Change;
use ground::db::Tx;
use ground::error::ApiError;
use money::book::Booking;
use money::ledger::{self, Account, Purpose, SystemAccount};
use service::access::cautions;
use service::app::AppState;

/// Pays out a loan: from its account to the wallet, with instalments starting today.
///
/// # Errors
/// The loan is no longer `INITIATED`; the database failed.
pub async fn pay_out(tx: &mut Tx, app: &AppState, row: &SubscriptionRow) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let scheduled = schedule_of(&tx.decided(), row, app.clock.today())?;
    let last = scheduled.instalments.last().map(|one| one.due_at);
    let change = Changed {
        starts_on: Some(app.clock.today()),
        ends_on: last,
        paid_out_at_ms: Some(now_ms),
        comment: Some(""),
        ..Changed::default()
    };
    let paid_out = (Status::Initiated, Status::Active);
    if !loans::change(tx, &row.id, paid_out, &change, now_ms).await? {
        return Err(ApiError::internal("a loan that cannot be paid out"));
    }
    let all = members::of(tx.connection(), &row.id, row.currency).await?;
    let borrower = all
        .first()
        .ok_or_else(|| ApiError::internal("a loan without a borrower"))?;
    let end = last.ok_or_else(|| ApiError::internal("a loan without instalments"))?;
    members::begin(tx, &borrower.id, app.clock.today(), end).await?;
    for one in &scheduled.instalments {
        instalments::insert(tx, &instalment(app, &borrower.id, one), now_ms).await?;
    }
    let account = Account {
        id: &row.id,
        owner: &row.id,
        currency: row.currency,
    };
    ledger::open(tx, account, Purpose::Loan, now_ms).await?;
    // Lent money leaves the wallet no faster than after another change.
    cautions::begin(tx, &row.created_by, Change::Loan, now_ms).await?;
    let paid_out = notices::Event::PaidOut(&scheduled.instalments);
    notices::tell(tx, app, row, paid_out).await?;
    let booking = credit(tx, app, row, Movement::LoanPayout).await?;
    let booking = booking
        .from(row.id.as_str(), row.amount)
        .to_wallet(row.amount);
    booking.book(tx, app).await?;
    Ok(())
}

/// Declines a request and refunds the fee to the wallet.
///
/// # Errors
/// The loan is no longer `INITIATED`; the database failed.
pub async fn decline(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    why: &str,
    by: Option<&str>,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let change = Changed {
        comment: Some(why),
        decided_by: by,
        is_end: true,
        ..Changed::default()
    };
    let declined = (Status::Initiated, Status::Declined);
    if !loans::change(tx, &row.id, declined, &change, now_ms).await? {
        return Err(ApiError::internal("a loan that cannot be declined"));
    }
    end_member(tx, row, Status::Terminated).await?;
    let fee = row.fee.filter(|fee| !fee.is_zero());
    let declined = notices::Event::Declined(why, fee.is_some());
    notices::tell(tx, app, row, declined).await?;
    fee_back(
        tx,
        app,
        row,
        "The fee for a loan request that was declined.",
    )
    .await
}

/// Refunds a paid request fee to the wallet.
///
/// # Errors
/// The database failed.
pub(super) async fn fee_back(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    comment: &str,
) -> Result<(), ApiError> {
    let Some(fee) = row.fee.filter(|fee| !fee.is_zero()) else {
        return Ok(());
    };
    let paid = loans::fee_transfer(tx.connection(), &row.id).await?;
    let paid = paid.ok_or_else(|| ApiError::internal("a fee that was never paid"))?;
    let booking = credit(tx, app, row, Movement::LoanFeeBack).await?;
    let booking = booking
        .following(Some(&paid))
        .from(SystemAccount::Fees, fee)
        .to_wallet(fee)
        .commented(comment.to_owned());
    booking.book(tx, app).await?;
    Ok(())
}

/// Ends the borrower's membership, as the loan ends.
pub(super) async fn end_member(
    tx: &mut Tx,
    row: &SubscriptionRow,
    status: Status,
) -> Result<(), ApiError> {
    for one in members::of(tx.connection(), &row.id, row.currency).await? {
        members::set_status(tx, &one.id, status).await?;
    }
    Ok(())
}

fn instalment(app: &AppState, member_id: &str, one: &LoanInstalment) -> InstalmentRow {
    InstalmentRow {
        id: app.random.id(app.clock.now_ms()),
        member_id: member_id.to_owned(),
        number: one.number,
        amount: one.amount,
        interest: one.interest,
        paid: Amount::zero(one.amount.currency()),
        status: InstalmentStatus::Pending,
        due_on: one.due_at,
        payer: None,
        reminded_on: None,
        charged_for: None,
    }
}

/// Starts a credit to the borrower's wallet, with the loan as counterparty.
async fn credit(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    movement: Movement,
) -> Result<Booking, ApiError> {
    let booking = Booking::of(tx, app, movement, &row.created_by, row.currency).await?;
    Ok(booking.described(row.name.clone()).with(counterparty(row)))
}
