//! Manual decisions on orders that no provider can settle, because it is gone or the order is unreadable: an operator
//! lists them, and decides according to the provider's books.

use super::store as rows;
use super::{Order, State, settle};
use domain_core::calendar::Instant;
use domain_core::payment::may_be_decided_by_hand;
use domain_core::validation::{Code, Violation};
use ground::db::Tx;
use ground::error::{ApiError, ErrorCode};
use providers::OrderOutcome;
use serde_json::json;
use service::access::audit;
use service::app::AppState;

/// An operator's name and reason.
#[derive(Debug, Clone, Copy)]
pub struct ByHand<'a> {
    pub by: &'a str,
    pub why: &'a str,
}

impl ByHand<'_> {
    /// # Errors
    /// 422 without a name or a reason.
    pub fn check(&self) -> Result<(), ApiError> {
        let blank = [("by", self.by), ("why", self.why)]
            .into_iter()
            .filter(|(_, text)| text.trim().is_empty())
            .map(|(field, _)| Violation::new(field, Code::Required));
        match blank.collect::<Vec<_>>() {
            blank if blank.is_empty() => Ok(()),
            blank => Err(ApiError::refused(blank)),
        }
    }

    pub(super) async fn record(
        &self,
        tx: &mut Tx,
        app: &AppState,
        order: &Order,
        state: State,
    ) -> Result<(), ApiError> {
        let detail = json!({
            "by": self.by, "why": self.why, "reference": order.reference, "kind": order.kind.as_str(),
            "amount": order.amount, "end": state.as_str(),
        });
        audit::append(tx, app, &order.user_id, "order_decided_by_hand", &detail).await
    }
}

/// Orders without a result, oldest first.
///
/// # Errors
/// The database failed.
pub async fn list(app: &AppState) -> Result<Vec<Order>, ApiError> {
    Ok(rows::all_open(&mut *app.db.read().await?).await?)
}

/// Settles an order that the provider has executed: the money goes to the provider.
///
/// # Errors
/// 404 without an open order of this reference; 422 while the provider may still receive its first request, and without
/// a name or a reason.
pub async fn paid(app: &AppState, reference: &str, by_hand: ByHand<'_>) -> Result<(), ApiError> {
    decide(app, reference, State::Done, by_hand).await
}

/// Refuses an order that the provider has not executed and never will: the money is released.
///
/// # Errors
/// See [`paid`].
pub async fn refused(app: &AppState, reference: &str, by_hand: ByHand<'_>) -> Result<(), ApiError> {
    decide(app, reference, State::Refused, by_hand).await
}

async fn decide(
    app: &AppState,
    reference: &str,
    state: State,
    by_hand: ByHand<'_>,
) -> Result<(), ApiError> {
    by_hand.check()?;
    let missing = || {
        ApiError::new(
            ErrorCode::NotFound,
            "there is no open order with this reference",
        )
    };
    let order = rows::open(&mut *app.db.read().await?, reference).await?;
    let order = order.ok_or_else(missing)?;
    let now = Instant(app.clock.now_ms());
    let (made_at, sent_at) = (Instant(order.created_at_ms), Instant(order.asked_at_ms));
    if !may_be_decided_by_hand(made_at, sent_at, now) {
        let message = "the provider may still be deciding: an order is decided by hand an hour after it was made, and \
                       fifteen minutes after it was last sent";
        return Err(ApiError::refused_field(
            "reference",
            Code::NotAllowed,
            message,
        ));
    }
    let outcome = match state {
        State::Done => OrderOutcome::Done,
        State::Refused => OrderOutcome::Refused,
    };
    match settle(app, &order, state, &outcome.into(), true, Some(&by_hand)).await? {
        true => Ok(()),
        false => Err(missing()),
    }
}
