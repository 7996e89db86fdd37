//! Cancelling a plan that awaits its first payment: by its owner, or by the job after the waiting period.

use super::change::{self, Begun};
use super::store::members::{self, MemberRow};
use super::store::subscriptions::{self, SubscriptionRow};
use super::store::{instalments, subscriptions::WaitingRow};
use super::subscriptions::refusal;
use crate::notices;
use domain_core::calendar::{Date, Instant};
use domain_core::plans::awaiting::{AwaitedInput, awaited};
use domain_core::plans::cancel::{CancelInput, CancelledPart, cancel as rule};
use domain_core::status::Status;
use domain_core::validation::Code;
use ground::db::Tx;
use ground::error::ApiError;
use money::receive::sources;
use serde_json::json;
use service::access::{Session, users};
use service::app::AppState;
use service::http::idempotency::{Answer, Operation};

const CANCELLED: &str = "Plan cancelled";
const NOT_JOINED: &str = "You declined to join this plan";

/// Cancels a plan that awaits its first payment, or the caller's own membership of a group that they were added to.
///
/// # Errors
/// 404 for someone else's plan; 422 if it does not wait, or is not confirmed; 503 if the card company does not say
/// whether a card is being charged.
pub async fn cancel(
    app: &AppState,
    session: &Session,
    operation: &Operation,
    id: &str,
    confirm: bool,
) -> Result<Answer, ApiError> {
    change::confirmed(confirm)?;
    // The company is asked outside a transaction. A later payment goes to the wallet.
    let on_its_way = is_paying(app, &session.user_id, id).await?;
    let mut held = match change::begin(app, session, operation, id).await? {
        Begun::Held(held) => held,
        Begun::Done(answer) => return Ok(answer),
    };
    let (tx, row, me) = (&mut held.tx, &held.row, &held.me);
    let decided = rule(&CancelInput {
        kind: row.kind,
        status: row.status,
        membership: me.status,
        created_by: row.created_by.as_str().into(),
        user: session.user_id.as_str().into(),
        received: me.pot.into(),
        currency: me.pot.currency().into(),
        on_its_way,
    });
    let decided = decided.map_err(refusal)?;
    let refused = |reason| ApiError::refused_field("id", Code::NotAllowed, reason);
    let Some(part) = decided.part else {
        return Err(refused(decided.reason.unwrap_or_default()));
    };
    app.pause.pass().await;
    let message = match part {
        CancelledPart::Plan => {
            end(tx, row, &held.all, held.now_ms).await?;
            CANCELLED
        }
        CancelledPart::Membership => {
            members::set_status(tx, &me.id, Status::Terminated).await?;
            NOT_JOINED
        }
    };
    let detail = json!({ "reference": row.reference, "part": part.as_str() });
    held.done("plan_cancelled", &detail, message).await
}

/// Whether a card is being charged for a member's payments to a plan. Completed charges are credited first.
async fn is_paying(app: &AppState, user_id: &str, id: &str) -> Result<bool, ApiError> {
    let mut connection = app.db.read().await?;
    let row = subscriptions::find(&mut connection, id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let all = members::of(&mut connection, id, row.currency).await?;
    let me = all.into_iter().find(|one| one.user_id == user_id);
    let me = me.ok_or_else(ApiError::not_found)?;
    let parts = instalments::of_member(&mut connection, &me.id, row.currency).await?;
    drop(connection);
    let mut ids = vec![row.id];
    ids.extend(parts.into_iter().map(|one| one.id));
    sources::is_paying(app, user_id, &ids).await
}

/// Ends a waiting plan and all its memberships. The caller has locked it.
async fn end(
    tx: &mut Tx,
    row: &SubscriptionRow,
    all: &[MemberRow],
    now_ms: i64,
) -> Result<(), ApiError> {
    if !subscriptions::cancel(tx, &row.id, now_ms).await? {
        return Err(ApiError::internal("a plan that changed under its lock"));
    }
    for member in all {
        members::set_status(tx, &member.id, Status::Terminated).await?;
    }
    Ok(())
}

/// Cancels a plan whose first payment has not arrived in time. Returns whether it was cancelled.
///
/// # Errors
/// The database failed.
pub async fn give_up(app: &AppState, waiting: &WaitingRow, today: Date) -> Result<bool, ApiError> {
    let now_ms = app.clock.now_ms();
    let waits = awaited(&AwaitedInput {
        created_at: Instant(waiting.created_at_ms),
        today,
    });
    if !waits.given_up {
        return Ok(false);
    }
    let mut tx = app.db.begin().await?;
    users::lock_settings(&mut tx, &waiting.created_by, now_ms).await?;
    subscriptions::lock(&mut tx, &waiting.id).await?;
    let row = subscriptions::find(tx.connection(), &waiting.id).await?;
    let Some(row) = row.filter(|row| row.status == Status::Pending) else {
        return Ok(false);
    };
    let all = members::of(tx.connection(), &row.id, row.currency).await?;
    end(&mut tx, &row, &all, now_ms).await?;
    let short = "A plan has ended because its first payment never arrived.";
    let of = notices::named(&row, &row.created_by);
    let in_full = format!(
        "The first payment for {of} never arrived, so it has ended. Nothing was taken. You can start it again at any time."
    );
    notices::tell(&mut tx, app, &row, &row.created_by, (short, &in_full)).await?;
    tx.commit().await?;
    Ok(true)
}
