//! Adding a member to a group: no money moves; the member joins by paying their first instalment.

use super::join::{JoinWanted, amount_of, group};
use crate::savings::schedule;
use crate::store::members::{self, MemberRow};
use crate::store::subscriptions::{self, SubscriptionRow};
use crate::subscriptions::Viewer;
use crate::taking::write_member;
use axum::http::StatusCode;
use domain_core::money::{Amount, TypedAmount};
use domain_core::plans::subscription::{Action, ActionsInput, actions};
use domain_core::plans::{PlanCode, full};
use domain_core::status::Status;
use domain_core::validation::{Code, NoContext};
use ground::decided::Decided;
use ground::error::ApiError;
use money::rates;
use providers::push::{Notice, Urgency};
use serde_json::json;
use service::access::{Session, audit, users};
use service::app::AppState;
use service::http::Envelope;
use service::http::idempotency::{self, Answer, Claim, Operation};
use service::http::valid::judge;
use service::push;

const ADDED: &str = "They are added, and join by paying their first instalment.";

const DECLINED: &str =
    "This person did not want to join. They can still join with the plan's code.";

fn refused(message: &'static str) -> ApiError {
    ApiError::refused_field("user", Code::NotAllowed, message)
}

/// Refuses a caller who may not add members to the group, with the reason.
pub(super) fn may_add(row: &SubscriptionRow, session: &Session) -> Result<(), ApiError> {
    let allowed = actions(&ActionsInput {
        kind: row.kind,
        status: row.status,
        is_group: row.is_group,
        created_by: row.created_by.as_str().into(),
        user: session.user_id.as_str().into(),
        membership: None,
        verified: true,
        has_phone: true,
    });
    let adding = allowed
        .actions
        .iter()
        .find(|one| one.action == Action::AddMember);
    adding
        .and_then(|one| one.reason)
        .map_or(Ok(()), |reason| Err(refused(reason)))
}

/// Adds a member of the brand to the caller's own group.
///
/// # Errors
/// 404 for an unknown code or user; 422 if the user is already in the group, or the caller is not its creator.
pub async fn add(
    app: &AppState,
    session: &Session,
    operation: &Operation,
    form: &PlanCode,
    user_id: &str,
    wanted: &JoinWanted,
) -> Result<Answer, ApiError> {
    judge(form, &NoContext {})?;
    let viewer = Viewer::of(app, &session.user_id).await?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if let Claim::Done(replay) =
        idempotency::claim(&mut tx, app, &session.user_id, operation).await?
    {
        return replay.answer(tx).await;
    }
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    let row = group(tx.connection(), &session.tenant_id, &form.code).await?;
    subscriptions::lock(&mut tx, &row.id).await?;
    let row = group(tx.connection(), &session.tenant_id, &form.code).await?;
    may_add(&row, session)?;
    let rates = rates::all(tx.connection()).await?;
    let amount = TypedAmount::from(wanted.amount.as_str());
    let decided = Decided::default();
    let connection = tx.connection();
    let amount = amount_of(connection, app, &decided, &row, &amount, &rates, None).await?;
    // Locks the account against closing, so that the facts read stay valid.
    if !users::hold_open(&mut tx, user_id).await? {
        return Err(ApiError::not_found());
    }
    let added = users::find(tx.connection(), user_id).await?;
    let added = added
        .filter(|user| user.tenant_id == session.tenant_id && user.is_member())
        .ok_or_else(ApiError::not_found)?;
    if added.restricted {
        return Err(refused("This person cannot be added."));
    }
    let all = members::of(tx.connection(), &row.id, row.currency).await?;
    match all.iter().find(|one| one.user_id == added.id) {
        None => {
            if let Some(why) = full(all.iter().map(|one| one.status)) {
                return Err(refused(why));
            }
        }
        Some(one) if one.left_at_ms.is_some() => {
            return Err(refused("This person has left the plan."));
        }
        // A declined invitation is not repeated.
        Some(one) if one.status == Status::Terminated => return Err(refused(DECLINED)),
        Some(_) => return Err(refused("This person is in the plan already.")),
    }
    let member = MemberRow {
        id: app.random.id(now_ms),
        subscription_id: row.id.clone(),
        user_id: added.id.clone(),
        name: added.name.clone(),
        amount,
        status: Status::Pending,
        pot: Amount::zero(row.pot_currency),
        collects: None,
        left_at_ms: None,
        joined_at_ms: now_ms,
        ends_on: None,
        day_done: None,
    };
    let parts = schedule(app, &decided, &row, &member, viewer.today)?;
    write_member(&mut tx, &member, &parts, now_ms).await?;
    // The notice speaks for the brand, so it contains no names chosen by strangers.
    let body = "You are invited to a group's savings. Look at it, and join or decline.";
    let link = ["/my-savings?id=", &row.id].concat();
    let notice = Notice::new("Group savings", body, &link, Urgency::Normal);
    push::tell_of_service(&mut tx, app, &added.id, &notice, body).await?;
    let detail = json!({ "reference": row.reference, "member": added.id });
    audit::append(&mut tx, app, &session.user_id, "plan_member_added", &detail).await?;
    let body = Envelope {
        data: viewer.see(tx.connection(), row).await?,
        message: Some(String::from(ADDED)),
    };
    let body = serde_json::to_value(body).map_err(ApiError::internal)?;
    let answer = Answer::new(StatusCode::CREATED, body);
    idempotency::finish(&mut tx, &session.user_id, &operation.key, &answer).await?;
    tx.commit().await?;
    Ok(answer)
}

/// Checks that the caller may invite. If the group ends a moment later, the account is opened nevertheless, as its
/// owner wanted, and joins nothing.
///
/// # Errors
/// 404 for someone else's group; 422 if the caller is not its creator.
pub async fn may_invite(app: &AppState, session: &Session, id: &str) -> Result<(), ApiError> {
    let mut connection = app.db.read().await?;
    let row = subscriptions::find(&mut connection, id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let all = members::of(&mut connection, id, row.currency).await?;
    if !all.iter().any(|one| one.user_id == session.user_id) {
        return Err(ApiError::not_found());
    }
    may_add(&row, session)
}
