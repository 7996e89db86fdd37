//! The end of a plan for one of its members.

use crate::answers::PlanEnded;
use crate::store::members::MemberRow;
use crate::store::subscriptions::{self, SubscriptionRow};
use domain_core::calendar::Date;
use domain_core::money::Amount;
use domain_core::payment::Movement;
use domain_core::plans::ending::{Ending, EndingInput, ending};
use ground::clock::lagos_date;
use ground::error::ApiError;
use money::ledger::{self, SystemAccount};
use sqlx::AnyConnection;

/// How and when the plan ended, and the refund; `None` before the end. `fee_paid` applies to loans.
pub async fn ended_of(
    connection: &mut AnyConnection,
    row: &SubscriptionRow,
    member: &MemberRow,
    fee_paid: Option<Amount>,
) -> Result<Option<PlanEnded>, ApiError> {
    if !row.status.is_over() && !member.status.is_over() {
        return Ok(None);
    }
    let (ended_at_ms, is_stopped) = subscriptions::end_of(connection, &row.id).await?;
    let found = ending(&EndingInput {
        kind: row.kind,
        status: row.status,
        membership: member.status,
        is_creator: member.user_id == row.created_by,
        has_joined: member.day_done.is_some(),
        has_left: member.left_at_ms.is_some(),
        is_stopped,
    });
    let Some(how) = found else {
        return Ok(None);
    };
    let paid_out = ledger::given_out(connection, &member.id, Movement::PlanPayout).await?;
    let last_ms = paid_out.iter().map(|one| one.at_ms).max();
    let is_last_day = how == Ending::Completed;
    let ended_at_ms = member.left_at_ms.or(ended_at_ms);
    let day: Option<Date> = match last_ms.filter(|_| is_last_day).or(ended_at_ms).or(last_ms) {
        Some(at_ms) => Some(lagos_date(at_ms)),
        None => member.ends_on.filter(|_| is_last_day),
    };
    let penalties = SystemAccount::Penalties.id(row.pot_currency);
    let sum = |of_penalty: bool| {
        let parts = paid_out
            .iter()
            .filter(|one| (one.to == penalties) == of_penalty);
        let minor: i64 = parts.map(|one| one.amount_minor).sum();
        Amount::from_minor(minor, row.pot_currency).filter(|amount| !amount.is_zero())
    };
    // The fee is refunded with the decision.
    let fee_back = fee_paid.filter(|fee| how == Ending::Declined && !fee.is_zero());
    Ok(Some(PlanEnded {
        how,
        on: day.map(Date::text),
        returned: sum(false).or(fee_back),
        penalty: sum(true),
    }))
}
