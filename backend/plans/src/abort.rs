//! Ending a plan early.

use super::booking;
use super::change::{self, Begun};
use super::store::subscriptions;
use super::subscriptions::{at_stake, decide_termination, termination_of};
use super::{coins, groups, loans};
use domain_core::money::Amount;
use domain_core::plans::Kind;
use domain_core::status::Status;
use domain_core::validation::Code;
use ground::error::ApiError;
use serde_json::json;
use service::access::Session;
use service::app::AppState;
use service::http::idempotency::{Answer, Operation};

/// Ends a plan on the terms of `termination.quote` today. Every pot is paid out to its member; only the caller's pot is
/// charged the penalty.
///
/// # Errors
/// 404 for someone else's plan; 422 if it cannot be ended, or is not confirmed.
pub async fn abort(
    app: &AppState,
    session: &Session,
    operation: &Operation,
    id: &str,
    confirm: bool,
) -> Result<Answer, ApiError> {
    change::confirmed(confirm)?;
    let mut held = match change::begin(app, session, operation, id).await? {
        Begun::Held(held) => held,
        Begun::Done(answer) => return Ok(answer),
    };
    let (tx, row) = (&mut held.tx, &held.row);
    let at_stake = at_stake(tx.connection(), row, &held.me).await?;
    let (user_id, today) = (&session.user_id, held.viewer.today);
    let quote = termination_of(row, &held.me, user_id, at_stake, today)?;
    if let Some(reason) = quote.reason {
        return Err(ApiError::refused_field("id", Code::NotAllowed, reason));
    }
    let message = match row.kind {
        Kind::Savings => "Saving terminated",
        Kind::Loan => loans::stop(tx, app, row).await?,
        Kind::Coins => coins::stop(tx, app, row, quote.penalty).await?,
    };
    let mut paid_out = Vec::new();
    // A loan has no pot; the coins of a set are sold first.
    for member in held.all.iter().filter(|_| row.kind == Kind::Savings) {
        let by_other = member.user_id != session.user_id;
        let penalty = match by_other {
            true => Amount::zero(row.pot_currency),
            false => {
                decide_termination(&tx.decided(), row, &held.me, user_id, at_stake, today)?.penalty
            }
        };
        let amount = booking::pay_out(tx, app, row, member, penalty, by_other).await?;
        paid_out.push((member, amount));
        groups::ending::leave(tx, member).await?;
    }
    if row.kind == Kind::Savings {
        groups::ending::tell(tx, app, row, &paid_out, user_id).await?;
        subscriptions::set_status(tx, id, Status::Terminated, true, held.now_ms).await?;
    }
    let detail = json!({ "reference": row.reference, "penalty": quote.penalty });
    held.done("plan_terminated", &detail, message).await
}
