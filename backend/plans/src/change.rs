//! Changes of a plan by one of its members: once per idempotency key, with the plan locked.

use super::store::members::{self, MemberRow};
use super::store::subscriptions::{self, SubscriptionRow};
use super::subscriptions::Viewer;
use axum::http::StatusCode;
use domain_core::validation::{Code, Violation};
use ground::db::Tx;
use ground::error::ApiError;
use serde_json::Value;
use service::access::{Session, audit, users};
use service::app::AppState;
use service::http::Envelope;
use service::http::idempotency::{self, Answer, Claim, Operation};

/// The current, locked plan.
pub struct Change<'a> {
    pub app: &'a AppState,
    pub tx: Tx,
    pub now_ms: i64,
    pub viewer: Viewer,
    pub row: SubscriptionRow,
    pub all: Vec<MemberRow>,
    /// The caller's own membership.
    pub me: MemberRow,
    operation: &'a Operation,
}

pub enum Begun<'a> {
    Held(Box<Change<'a>>),
    /// The response to an earlier call with this key.
    Done(Answer),
}

/// Requires a confirmation, because the action cannot be undone.
///
/// # Errors
/// 422 without it.
pub fn confirmed(confirm: bool) -> Result<(), ApiError> {
    match confirm {
        true => Ok(()),
        false => Err(ApiError::refused(vec![Violation::new(
            "confirm",
            Code::NotAccepted,
        )])),
    }
}

/// Claims the key, and locks the member and the plan.
///
/// # Errors
/// 404 for someone else's plan; 409 for a key of another request.
pub async fn begin<'a>(
    app: &'a AppState,
    session: &Session,
    operation: &'a Operation,
    id: &str,
) -> Result<Begun<'a>, ApiError> {
    let viewer = Viewer::of(app, &session.user_id).await?;
    let now_ms = app.clock.now_ms();
    let mut tx = app.db.begin().await?;
    if let Claim::Done(replay) =
        idempotency::claim(&mut tx, app, &session.user_id, operation).await?
    {
        return Ok(Begun::Done(replay.answer(tx).await?));
    }
    users::lock_settings(&mut tx, &session.user_id, now_ms).await?;
    subscriptions::lock(&mut tx, id).await?;
    let row = subscriptions::find(tx.connection(), id).await?;
    let row = row.ok_or_else(ApiError::not_found)?;
    let all = members::of(tx.connection(), id, row.currency).await?;
    let me = all.iter().find(|one| one.user_id == session.user_id);
    let me = me.ok_or_else(ApiError::not_found)?.clone();
    Ok(Begun::Held(Box::new(Change {
        app,
        tx,
        now_ms,
        viewer,
        row,
        all,
        me,
        operation,
    })))
}

impl Change<'_> {
    /// Writes an audit entry, commits, and returns the changed plan.
    ///
    /// # Errors
    /// The database failed.
    pub async fn done(
        mut self,
        action: &str,
        detail: &Value,
        message: &str,
    ) -> Result<Answer, ApiError> {
        let user_id = &self.me.user_id;
        audit::append(&mut self.tx, self.app, user_id, action, detail).await?;
        let row = subscriptions::find(self.tx.connection(), &self.row.id).await?;
        let row = row.ok_or_else(ApiError::not_found)?;
        let body = Envelope {
            data: self.viewer.see(self.tx.connection(), row).await?,
            message: Some(message.into()),
        };
        let body = serde_json::to_value(body).map_err(ApiError::internal)?;
        let answer = Answer::new(StatusCode::OK, body);
        idempotency::finish(&mut self.tx, user_id, &self.operation.key, &answer).await?;
        self.tx.commit().await?;
        Ok(answer)
    }
}
