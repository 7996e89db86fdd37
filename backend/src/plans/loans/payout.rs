//! What follows from a decision: the money goes to the borrower, or the fee goes back.

use super::notices;
use super::terms::schedule;
use super::{counterparty, minor, wallet_of};
use crate::app::AppState;
use crate::db::Tx;
use crate::error::ApiError;
use crate::ledger::{self, Account, Entry, NewTransfer, Purpose, SystemAccount};
use crate::payment::alerts;
use crate::payment::statement::{
    self, Category, Direction, Status as PaymentStatus, TransactionRow, new_reference,
};
use crate::plans::store::instalments::{self, InstalmentRow};
use crate::plans::store::loans::{self, Change};
use crate::plans::store::members;
use crate::plans::store::subscriptions::SubscriptionRow;
use domain_core::money::Amount;
use domain_core::plans::instalment::InstalmentStatus;
use domain_core::plans::schedule::LoanInstalment;
use domain_core::status::Status;

/// Pays a loan out: from its account to the wallet, with its instalments from today on.
///
/// # Errors
/// The loan is not `INITIATED` any more; the database failed.
pub async fn pay_out(tx: &mut Tx, app: &AppState, row: &SubscriptionRow) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let terms = (
        row.take_profit.as_deref(),
        row.duration,
        row.duration_unit,
        row.wait,
        row.wait_unit,
    );
    let scheduled = schedule(row.amount, terms, row.fee, app.clock.today())?;
    let last = scheduled.instalments.last().map(|one| one.due_at);
    let change = Change {
        starts_on: Some(app.clock.today()),
        ends_on: last,
        comment: Some(""),
        ..Change::default()
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
    for one in scheduled.instalments {
        instalments::insert(tx, &instalment(app, &borrower.id, &one)).await?;
    }
    let account = Account {
        id: &row.id,
        owner: &row.id,
        currency: row.currency,
    };
    ledger::open(tx, account, Purpose::Loan, now_ms).await?;
    notices::tell(tx, app, row, notices::PAID_OUT).await?;
    let wallet = wallet_of(tx, &row.created_by).await?;
    let entries = vec![
        Entry::new(row.id.as_str(), -minor(&row.amount)?),
        Entry::new(wallet.id, minor(&row.amount)?),
    ];
    credit(
        tx,
        app,
        row,
        "loan_payout",
        Category::LoanPayout,
        None,
        row.amount,
        entries,
        None,
    )
    .await
}

/// Declines a request: the fee goes back to the wallet.
///
/// # Errors
/// The loan is not `INITIATED` any more; the database failed.
pub async fn decline(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    why: &str,
    by: Option<&str>,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let change = Change {
        comment: Some(why),
        decided_by: by,
        is_end: true,
        ..Change::default()
    };
    let declined = (Status::Initiated, Status::Declined);
    if !loans::change(tx, &row.id, declined, &change, now_ms).await? {
        return Err(ApiError::internal("a loan that cannot be declined"));
    }
    end_member(tx, row, Status::Terminated).await?;
    let Some(fee) = row.fee.filter(|fee| !fee.is_zero()) else {
        return notices::tell(tx, app, row, notices::DECLINED).await;
    };
    notices::tell(tx, app, row, notices::DECLINED_WITH_FEE).await?;
    let paid = loans::fee_transfer(tx.connection(), &row.id).await?;
    let paid = paid.ok_or_else(|| ApiError::internal("a fee that was never paid"))?;
    let wallet = wallet_of(tx, &row.created_by).await?;
    let entries = vec![
        Entry::new(SystemAccount::Fees.id(row.currency), -minor(&fee)?),
        Entry::new(wallet.id, minor(&fee)?),
    ];
    let comment = Some("The fee for a loan request that was declined.");
    let (kind, category) = ("loan_fee_back", Category::LoanFee);
    credit(
        tx,
        app,
        row,
        kind,
        category,
        Some(&paid),
        fee,
        entries,
        comment,
    )
    .await
}

/// The borrower's membership ends with the loan.
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
    }
}

/// Moves money to the borrower's wallet, writes it into the statement, and tells them.
#[expect(clippy::too_many_arguments, reason = "what a credit is made of")]
async fn credit(
    tx: &mut Tx,
    app: &AppState,
    row: &SubscriptionRow,
    kind: &'static str,
    category: Category,
    linked_to: Option<&str>,
    amount: Amount,
    entries: Vec<Entry>,
    comment: Option<&str>,
) -> Result<(), ApiError> {
    let now_ms = app.clock.now_ms();
    let reference = new_reference(app.random);
    let transfer = NewTransfer {
        id: &reference,
        kind,
        currency: row.currency,
        linked_to,
        entries,
    };
    ledger::record(tx, transfer, now_ms).await?;
    let line = TransactionRow {
        id: app.random.id(now_ms),
        user_id: row.created_by.clone(),
        reference: reference.clone(),
        ledger_transfer_id: reference,
        category,
        direction: Direction::Credit,
        status: PaymentStatus::Successful,
        currency: row.currency,
        gross: amount,
        charge: Amount::zero(row.currency),
        net: amount,
        description: row.name.clone(),
        counterparty: Some(counterparty(row)),
        payee: None,
        comment: comment.map(String::from),
        token: None,
        owes_token: false,
        created_at_ms: now_ms,
    };
    statement::insert(tx, &line).await?;
    alerts::credited(tx, app, &line).await
}
