//! The return on a member's savings.

use crate::answers::{PlanDeposit, PlanReturn};
use crate::store::members::MemberRow;
use crate::store::payments;
use crate::store::subscriptions::SubscriptionRow;
use crate::subscriptions::refusal;
use domain_core::calendar::Date;
use domain_core::money::{Amount, Percent};
use domain_core::plans::Kind;
use domain_core::plans::savings_return::{
    Deposit, SavingsReturn, SavingsReturnInput, savings_return,
};
use domain_core::status::Status;
use ground::clock::lagos_date;
use ground::decided::Decided;
use ground::error::ApiError;
use sqlx::AnyConnection;

/// The return if the savings end on a day, with the payments that bear it; `None` without a return.
///
/// # Errors
/// The database failed.
pub async fn earned(
    connection: &mut AnyConnection,
    decided: &Decided,
    row: &SubscriptionRow,
    member: &MemberRow,
    (until, ended_by_other): (Date, bool),
) -> Result<Option<(SavingsReturn, Vec<PlanDeposit>)>, ApiError> {
    let rate = Percent::parse(&row.return_rate).filter(|rate| *rate != Percent::ZERO);
    let (Some(rate), Some(due_at), Kind::Savings) = (rate, member.ends_on, row.kind) else {
        return Ok(None);
    };
    let paid = payments::of_member(connection, &member.id, row.currency).await?;
    let deposits = paid.iter().map(|(amount, at_ms)| Deposit {
        amount: (*amount).into(),
        paid_on: lagos_date(*at_ms),
    });
    let input = SavingsReturnInput {
        rate,
        deposits: deposits.collect(),
        until,
        due_at,
        is_flexible: row.is_flexible,
        ended_by_other,
        currency: Some(row.currency.into()),
    };
    let found = decided.ask("savings.return", savings_return, &input);
    let shown = paid.into_iter().map(|(amount, at_ms)| PlanDeposit {
        amount,
        paid_on: lagos_date(at_ms).text(),
    });
    Ok(Some((found.map_err(refusal)?, shown.collect())))
}

/// The return as shown to the member of active savings.
///
/// # Errors
/// The database failed.
pub async fn shown(
    connection: &mut AnyConnection,
    row: &SubscriptionRow,
    member: &MemberRow,
    today: Date,
    refund: Amount,
) -> Result<Option<PlanReturn>, ApiError> {
    if member.status != Status::Active {
        return Ok(None);
    }
    let (decided, end) = (Decided::default(), (today, false));
    let found = earned(connection, &decided, row, member, end).await?;
    let Some((found, deposits)) = found else {
        return Ok(None);
    };
    let with_refund = refund.checked_add(&found.paid);
    Ok(Some(PlanReturn {
        accrued: found.accrued,
        now: found.paid,
        with_refund: with_refund.ok_or_else(|| ApiError::internal("more than an amount holds"))?,
        deposits,
    }))
}
